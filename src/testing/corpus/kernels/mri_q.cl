// Sums of waves at points, whose frequencies lie in constant memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array kx = 4
#pragma tuner array magnitude = 4

__kernel void q(__constant float *kx, __constant float *magnitude, __global const float *x,
                __global float *re, __global float *im) {
  int i = get_global_id(0);
  float at = x[i], r = re[i], m = im[i];
  for (int k = 0; k < 4; k++) {
    float arg = 6.2831853f * kx[k] * at;
    float phi = magnitude[k];
    r += phi * cos(arg);
    m += phi * sin(arg);
  }
  re[i] = r;
  im[i] = m;
}
