// the maximum of the first row for all: wrong
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void softmax(__global const float *x, __global float *y, int rows, int n) {
  __local float m;
  int r = get_global_id(0);
  if (r == 0) {
    m = x[0];
    for (int i = 1; i < n; i++) m = fmax(m, x[i]);
  }
  float s = 0.0f;
  for (int i = 0; i < n; i++) s += exp(x[r * n + i] - m);
  for (int i = 0; i < n; i++) y[r * n + i] = exp(x[r * n + i] - m) / s;
}
