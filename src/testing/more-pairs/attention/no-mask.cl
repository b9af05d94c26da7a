// without the mask: wrong
#pragma tuner local_size 1
#pragma tuner items 2
__kernel void attention(__global const float *q, __global const float *k, __global const float *v, __global float *o, int t, int d) {
  int r = get_global_id(0);
  if (r >= t) return;
  float p[8], sum = 0.0f;
  for (int c = 0; c < t; c++) {
    float s = 0.0f;
    for (int i = 0; i < d; i++) s += q[r * d + i] * k[c * d + i];
    p[c] = exp(s / sqrt((float)d));
    sum += p[c];
  }
  for (int i = 0; i < d; i++) {
    float a = 0.0f;
    for (int c = 0; c < t; c++) a += p[c] * v[c * d + i];
    o[r * d + i] = a / sum;
  }
}
