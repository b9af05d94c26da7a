// exponentials of large numbers: wrong
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void softmax(__global const float *x, __global float *y, int rows, int n) {
  int r = get_global_id(0);
  if (r >= rows) return;
  float s = 0.0f;
  for (int i = 0; i < n; i++) s += exp(x[r * n + i]);
  for (int i = 0; i < n; i++) y[r * n + i] = exp(x[r * n + i]) / s;
}
