// partial sums of blocks, then the sum of them, in two launches: right
// launch partial: 5 of 64; in[300], sums[5], n = 300
// launch total: 1 of 32; sums[5], out[1], blocks = 5
__global__ void partial(const int *in, int *sums, int n) {
  __shared__ int s[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int h = 32; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}

__global__ void total(const int *sums, int *out, int blocks) {
  int v = 0;
  for (int b = threadIdx.x; b < blocks; b += 32) v += sums[b];
  v = __reduce_add_sync(0xffffffff, v);
  if (threadIdx.x == 0) *out = v;
}

#pragma tuner ensures out[0] == 1488

int main() {
  const int n = 300, threads = 64, blocks = (n + threads - 1) / threads;
  int h[n], *in, *sums, *out;
  for (int i = 0; i < n; i++) h[i] = i % 11;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  partial<<<blocks, threads, 0, stream>>>(in, sums, n);
  total<<<1, 32, 0, stream>>>(sums, out, blocks);
  cudaStreamSynchronize(stream);
  return 0;
}
