// four at once, and the rest one by one: right
#pragma tuner local_size 2
#pragma tuner items 2
__device__ inline float gelu_exact(float v) { return 0.5f * v * (1.0f + erff(v * 0.70710678f)); }
__global__ void gelu(const float *x, float *y, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  int n4 = n / 4;
  for (int i = tid; i < n4; i += stride) {
    float4 v = reinterpret_cast<const float4 *>(x)[i];
    v.x = gelu_exact(v.x);
    v.y = gelu_exact(v.y);
    v.z = gelu_exact(v.z);
    v.w = gelu_exact(v.w);
    reinterpret_cast<float4 *>(y)[i] = v;
  }
  for (int i = n4 * 4 + tid; i < n; i += stride) y[i] = gelu_exact(x[i]);
}
