// padded by conditions: right
#pragma tuner local_size 4
#pragma tuner items 8
__device__ __forceinline__ float at(const float *x, int i, int n) {
  return i >= 0 && i < n ? x[i] : 0.0f;
}
__global__ void convolution(const float *x, const float *w, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0.0f;
#pragma unroll
  for (int j = 0; j < 3; j++) s += w[j] * at(x, i + j - 1, n);
  y[i] = s;
}
