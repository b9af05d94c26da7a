// the sum of exponentials in one pass: right
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void cross_entropy(__global const float *x, __global const int *label, __global float *loss, int rows, int n) {
  int r = get_global_id(0);
  if (r >= rows) return;
  float m = -INFINITY, s = 0.0f;
  for (int i = 0; i < n; i++) {
    float v = x[r * n + i];
    if (v > m) {
      s = s * exp(m - v) + 1.0f;
      m = v;
    } else {
      s += exp(v - m);
    }
  }
  loss[r] = m + log(s) - x[r * n + label[r]];
}
