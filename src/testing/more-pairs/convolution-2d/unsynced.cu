// the filter in shared memory, not waited for: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__global__ void conv2d(const float *x, const float *f, float *y, int h, int w) {
  __shared__ float sf[9];
  for (int i = threadIdx.x; i < 9; i += blockDim.x) sf[i] = f[i];
  const int ow = w - 2, oh = h - 2;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ow * oh; i += gridDim.x * blockDim.x) {
    const int r = i / ow, c = i % ow;
    float acc = 0.f;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) acc += x[(r + a) * w + (c + b)] * sf[a * 3 + b];
    y[i] = acc;
  }
}
