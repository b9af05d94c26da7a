// looks at the second only where the first is small: wrong
#pragma tuner local_size 4
#pragma tuner items 4
__global__ void pool(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  float m = x[2 * i];
  if (m < -1.0f) m = fmaxf(m, x[2 * i + 1]);
  y[i] = m;
}
