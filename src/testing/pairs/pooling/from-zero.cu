// begins at zero: wrong
#pragma tuner local_size 4
#pragma tuner items 4
__global__ void pool(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  float m = 0.0f;
  for (int j = 0; j < 2; j++) m = fmaxf(m, x[2 * i + j]);
  y[i] = m;
}
