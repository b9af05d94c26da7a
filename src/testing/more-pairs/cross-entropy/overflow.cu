// without the largest taken off: wrong
#pragma tuner local_size 2
#pragma tuner items 2
__global__ void cross_entropy(const float *x, const int *label, float *loss, int rows, int n) {
  int r = threadIdx.x;
  if (r >= rows) return;
  float s = 0.f;
  for (int i = 0; i < n; i++) s += expf(x[r * n + i]);
  loss[r] = logf(s) - x[r * n + label[r]];
}
