// softmax that reuses its scratch before all have read the largest value: race-local
// launch softmax: 2 of 64, 256 bytes; x[200], y[200], columns = 100
#include <math.h>
__global__ void softmax(const float *__restrict__ x, float *__restrict__ y, int columns) {
  extern __shared__ float scratch[];
  const float *in = x + blockIdx.x * columns;
  float *out = y + blockIdx.x * columns;
  float largest = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) largest = fmaxf(largest, in[c]);
  scratch[threadIdx.x] = largest;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + s]);
    __syncthreads();
  }
  largest = scratch[0]; // !
  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(in[c] - largest);
  scratch[threadIdx.x] = sum; // !
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] += scratch[threadIdx.x + s];
    __syncthreads();
  }
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[c] = expf(in[c] - largest) / scratch[0];
}

int main() {
  const int rows = 2, columns = 100, threads = 64;
  float *x, *y;
  cudaMalloc(&x, rows * columns * sizeof(float));
  cudaMalloc(&y, rows * columns * sizeof(float));
  cudaMemset(x, 0, rows * columns * sizeof(float));
  softmax<<<rows, threads, threads * sizeof(float)>>>(x, y, columns);
  return 0;
}
