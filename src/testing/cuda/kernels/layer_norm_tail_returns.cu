// layer normalisation whose lanes beyond a short row return before the shuffles: inactive-lane
// launch layerNorm: 3 of 32; x[72], y[72], columns = 24, epsilon = 1e-05
__device__ __forceinline__ float warpSum(float value) {
  for (int mask = 16; mask > 0; mask >>= 1) value += __shfl_xor_sync(0xffffffff, value, mask); // !
  return value;
}

__global__ void layerNorm(const float *__restrict__ x, float *__restrict__ y, int columns, float epsilon) {
  if (threadIdx.x >= columns) return;
  const float v = x[blockIdx.x * columns + threadIdx.x];
  const float mean = warpSum(v) / columns;
  const float d = v - mean;
  y[blockIdx.x * columns + threadIdx.x] = d * rsqrtf(warpSum(d * d) / columns + epsilon);
}

int main() {
  const int rows = 3, columns = 24;
  float *x, *y;
  cudaMalloc(&x, rows * columns * sizeof(float));
  cudaMalloc(&y, rows * columns * sizeof(float));
  cudaMemset(x, 0, rows * columns * sizeof(float));
  layerNorm<<<rows, 32>>>(x, y, columns, 1e-5f);
  return 0;
}
