// a pair for each item: right
#pragma tuner local_size 4
#pragma tuner items 4
__kernel void pool(__global const float *x, __global float *y, int n) {
  int i = get_global_id(0);
  if (2 * i + 1 < n) y[i] = fmax(x[2 * i], x[2 * i + 1]);
}
