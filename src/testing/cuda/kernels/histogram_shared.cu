// histogram of bytes, counted in shared memory: right
// launch histogram_kernel: 3 of 64; input[500], bins[32], num_elements = 500
#define NUM_BINS 32

__global__ void histogram_kernel(const unsigned char *input, unsigned int *bins, unsigned int num_elements) {
  __shared__ unsigned int histo_s[NUM_BINS];
  for (unsigned int binIdx = threadIdx.x; binIdx < NUM_BINS; binIdx += blockDim.x) histo_s[binIdx] = 0u;
  __syncthreads();
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < num_elements; i += blockDim.x * gridDim.x)
    atomicAdd(&(histo_s[input[i] & (NUM_BINS - 1)]), 1);
  __syncthreads();
  for (unsigned int binIdx = threadIdx.x; binIdx < NUM_BINS; binIdx += blockDim.x)
    atomicAdd(&(bins[binIdx]), histo_s[binIdx]);
}

#pragma tuner ensures forall b < 32: bins[b] == count(i < 500: input[i] % 32 == b)

void histogram(const unsigned char *input, unsigned int *bins, unsigned int num_elements) {
  cudaMemset(bins, 0, NUM_BINS * sizeof(unsigned int));
  dim3 blockDim(64), gridDim(3);
  histogram_kernel<<<gridDim, blockDim>>>(input, bins, num_elements);
}

int main() {
  const unsigned int n = 500;
  unsigned char host[n];
  for (unsigned int i = 0; i < n; i++) host[i] = i * i + 3;
  unsigned char *input;
  unsigned int *bins;
  cudaMalloc((void **)&input, n);
  cudaMalloc((void **)&bins, NUM_BINS * sizeof(unsigned int));
  cudaMemcpy(input, host, n, cudaMemcpyHostToDevice);
  histogram(input, bins, n);
  return 0;
}
