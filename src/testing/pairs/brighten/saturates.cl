// add_sat on bytes: right
#pragma tuner local_size 2
#pragma tuner items 6
__kernel void brighten(__global const uchar *x, __global uchar *y, int n, int by) {
  int i = get_global_id(0);
  if (i < n) y[i] = add_sat(x[i], (uchar)by);
}
