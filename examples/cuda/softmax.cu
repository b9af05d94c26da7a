// Softmax of the rows of a matrix, one block for each row: the largest value and the sum of the exponentials are found
// by trees in shared memory, which is reused between them.
#include <cuda_runtime.h>
#include <math.h>

#pragma tuner input x[i] = i * 7 % 5 - 2
#pragma tuner ensures forall r < rows: sum(c < columns: y[r * columns + c]) * 1000 > 999 && sum(c < columns: y[r * columns + c]) * 1000 < 1001
#pragma tuner ensures forall r < rows: forall c < columns - 1: (x[r * columns + c] < x[r * columns + c + 1]) == (y[r * columns + c] < y[r * columns + c + 1])

__global__ void softmax(const float *__restrict__ x, float *__restrict__ y, int rows, int columns) {
  extern __shared__ float scratch[];
  const float *in = x + blockIdx.x * columns;
  float *out = y + blockIdx.x * columns;
  float largest = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    largest = fmaxf(largest, in[c]);
  scratch[threadIdx.x] = largest;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + s]);
    __syncthreads();
  }
  largest = scratch[0];
  __syncthreads();
  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    out[c] = expf(in[c] - largest);
    sum += out[c];
  }
  scratch[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] += scratch[threadIdx.x + s];
    __syncthreads();
  }
  sum = scratch[0];
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[c] /= sum;
}

int main() {
  const int rows = 4, columns = 100, threads = 32;
  float *values = new float[rows * columns];
  for (int i = 0; i < rows * columns; ++i) values[i] = i * 7 % 5 - 2;
  float *x, *y;
  cudaMalloc(&x, rows * columns * sizeof(float));
  cudaMalloc(&y, rows * columns * sizeof(float));
  cudaMemcpy(x, values, rows * columns * sizeof(float), cudaMemcpyHostToDevice);
  softmax<<<rows, threads, threads * sizeof(float)>>>(x, y, rows, columns);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  delete[] values;
  return 0;
}
