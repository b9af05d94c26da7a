// the filter is turned around: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__kernel void convolution(__global const float *x, __global const float *w, __global float *y, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float s = 0.0f;
  for (int j = 0; j < 3; j++)
    if (i + j >= 1 && i + j <= n) s += w[2 - j] * x[i + j - 1];
  y[i] = s;
}
