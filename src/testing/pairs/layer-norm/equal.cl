// not a number where all elements are equal: wrong
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void layer_norm(__global const float *x, __global float *y, int rows, int n) {
  int r = get_global_id(0);
  if (r >= rows) return;
  float mean = 0.0f, variance = 0.0f;
  for (int i = 0; i < n; i++) mean += x[r * n + i];
  mean /= n;
  for (int i = 0; i < n; i++) variance += (x[r * n + i] - mean) * (x[r * n + i] - mean);
  float scale = rsqrt(variance / n);
  if (variance > 0.0f) scale = rsqrt(variance / n + 0.01f);
  for (int i = 0; i < n; i++) y[r * n + i] = (x[r * n + i] - mean) * scale;
}
