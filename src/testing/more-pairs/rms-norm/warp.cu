// a warp for each row: right
#include <cuda_runtime.h>
#pragma tuner local_size 32
#pragma tuner items 64
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_xor_sync(0xffffffffu, v, offset);
  return v;
}
__global__ void rms_norm(const float *__restrict__ x, const float *__restrict__ g, float *__restrict__ y, int rows, int n) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  float sum = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float v = x[row * n + i];
    sum += v * v;
  }
  sum = warp_sum(sum);
  const float scale = rsqrtf(sum / static_cast<float>(n) + 1e-5f);
  for (int i = threadIdx.x; i < n; i += 32) y[row * n + i] = x[row * n + i] * scale * g[i];
}
