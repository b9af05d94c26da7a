// two dimensions, with borders: right
#pragma tuner local_size 2, 2
#pragma tuner items 4, 4
__global__ void avg_pool(const float *x, float *y, int h, int w) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= w || r >= h) return;
  int r0 = max(r - 1, 0), r1 = min(r + 1, h - 1), c0 = max(c - 1, 0), c1 = min(c + 1, w - 1);
  float s = 0.f;
  for (int a = r0; a <= r1; ++a)
    for (int b = c0; b <= c1; ++b) s += x[a * w + b];
  y[r * w + c] = s / ((r1 - r0 + 1) * (c1 - c0 + 1));
}
