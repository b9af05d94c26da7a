// maximum and sum in one pass: right
#pragma tuner local_size 2
#pragma tuner items 2
__global__ void softmax(const float *x, float *y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float *row = x + r * n;
  float m = row[0], s = 1.0f;
  for (int i = 1; i < n; i++) {
    float next = fmaxf(m, row[i]);
    s = s * expf(m - next) + expf(row[i] - next);
    m = next;
  }
  for (int i = 0; i < n; i++) y[r * n + i] = expf(row[i] - m) / s;
}
