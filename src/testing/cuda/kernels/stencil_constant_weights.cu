// stencil with weights that the host copies to constant memory: right
// launch stencil_1d: 3 of 32; in[102], out[96]
#define RADIUS 3
#define BLOCK_SIZE 32

__constant__ int c_weights[2 * RADIUS + 1];

__global__ void stencil_1d(const int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += c_weights[offset + RADIUS] * temp[lindex + offset];
  out[gindex - RADIUS] = result;
}

#pragma tuner ensures forall i < 96: out[i] == sum(k < 7: (k + 1) * in[i + k])

int main(void) {
  const int N = 96;
  int weights[2 * RADIUS + 1];
  for (int k = 0; k < 2 * RADIUS + 1; k++) weights[k] = k + 1;
  cudaMemcpyToSymbol(c_weights, weights, sizeof(weights));
  int size = (N + 2 * RADIUS) * sizeof(int);
  int *h_in = (int *)malloc(size), *d_in, *d_out;
  for (int i = 0; i < N + 2 * RADIUS; i++) h_in[i] = i * i % 19;
  cudaMalloc((void **)&d_in, size);
  cudaMalloc((void **)&d_out, N * sizeof(int));
  cudaMemcpy(d_in, h_in, size, cudaMemcpyHostToDevice);
  stencil_1d<<<N / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out);
  free(h_in);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
