// divides by nine at the borders too: wrong
#pragma tuner local_size 2, 2
#pragma tuner items 4, 4
__global__ void avg_pool(const float *x, float *y, int h, int w) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= w || r >= h) return;
  float s = 0.f;
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b)
      if (r + a >= 0 && r + a < h && c + b >= 0 && c + b < w) s += x[(r + a) * w + c + b];
  y[r * w + c] = s / 9.f;
}
