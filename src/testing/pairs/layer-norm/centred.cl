// takes the data for centred, as random ones are: wrong
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void layer_norm(__global const float *x, __global float *y, int rows, int n) {
  int r = get_global_id(0);
  if (r >= rows) return;
  float square = 0.0f;
  for (int i = 0; i < n; i++) square += x[r * n + i] * x[r * n + i];
  float scale = rsqrt(square / n + 0.01f);
  for (int i = 0; i < n; i++) y[r * n + i] = x[r * n + i] * scale;
}
