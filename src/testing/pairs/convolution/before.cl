// reads in front of the first element: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__kernel void convolution(__global const float *x, __global const float *w, __global float *y, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float s = w[0] * x[i - 1] + w[1] * x[i];
  if (i + 1 < n) s += w[2] * x[i + 1];
  y[i] = s;
}
