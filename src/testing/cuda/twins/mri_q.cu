// Sums of waves at points, whose frequencies lie in constant memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array kx = 4
#pragma tuner array magnitude = 4

__global__ void q(const float *kx, const float *magnitude, const float *x,
                  float *re, float *im) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float at = x[i], r = re[i], m = im[i];
  for (int k = 0; k < 4; k++) {
    float arg = 6.2831853f * kx[k] * at;
    float phi = magnitude[k];
    r += phi * cosf(arg);
    m += phi * sinf(arg);
  }
  re[i] = r;
  im[i] = m;
}
