// leaves the gain out: wrong
#pragma tuner local_size 2
#pragma tuner items 2
__global__ void rms_norm(const float *x, const float *g, float *y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0.f;
  for (int i = 0; i < n; ++i) s = fmaf(x[r * n + i], x[r * n + i], s);
  float k = rsqrtf(s / n + 1e-5f);
  for (int i = 0; i < n; ++i) y[r * n + i] = x[r * n + i] * k;
}
