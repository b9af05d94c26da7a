// Layer normalisation, one warp for each row: sums and sums of squares by shuffles, no shared memory. Four values are
// read at once.
#include <cuda_runtime.h>

#pragma tuner input x[i] = i * 5 % 9
#pragma tuner ensures forall r < rows: sum(c < 128: y[r * 128 + c]) * 100 < 1 && sum(c < 128: y[r * 128 + c]) * 100 > -1
#pragma tuner ensures forall r < rows: sum(c < 128: y[r * 128 + c] * y[r * 128 + c]) > 127 && sum(c < 128: y[r * 128 + c] * y[r * 128 + c]) < 129

__device__ __forceinline__ float warpSum(float value) {
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1)
    value += __shfl_xor_sync(0xffffffff, value, mask);
  return value;
}

/// A row has 128 columns: one float4 for each lane.
__global__ void __launch_bounds__(64) layerNorm(const float *__restrict__ x, float *__restrict__ y, int rows,
                                                float epsilon) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float4 v = reinterpret_cast<const float4 *>(x)[row * 32 + lane];
  const float mean = warpSum(v.x + v.y + v.z + v.w) / 128;
  const float4 d = make_float4(v.x - mean, v.y - mean, v.z - mean, v.w - mean);
  const float variance = warpSum(d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w) / 128;
  const float scale = rsqrtf(variance + epsilon);
  reinterpret_cast<float4 *>(y)[row * 32 + lane] =
      make_float4(d.x * scale, d.y * scale, d.z * scale, d.w * scale);
}

int main() {
  const int rows = 5, columns = 128;
  float *values = new float[rows * columns];
  for (int i = 0; i < rows * columns; ++i) values[i] = i * 5 % 9;
  float *x, *y;
  cudaMalloc(&x, rows * columns * sizeof(float));
  cudaMalloc(&y, rows * columns * sizeof(float));
  cudaMemcpy(x, values, rows * columns * sizeof(float), cudaMemcpyHostToDevice);
  const int threads = 64, warps = threads / 32;
  layerNorm<<<(rows + warps - 1) / warps, threads>>>(x, y, rows, 1e-5f);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  delete[] values;
  return 0;
}
