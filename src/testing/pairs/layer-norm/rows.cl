// a row for each item: right
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void layer_norm(__global const float *x, __global float *y, int rows, int n) {
  int r = get_global_id(0);
  if (r >= rows) return;
  float mean = 0.0f, square = 0.0f;
  for (int i = 0; i < n; i++) {
    mean += x[r * n + i];
    square += x[r * n + i] * x[r * n + i];
  }
  mean /= n;
  float scale = rsqrt(square / n - mean * mean + 0.01f);
  for (int i = 0; i < n; i++) y[r * n + i] = (x[r * n + i] - mean) * scale;
}
