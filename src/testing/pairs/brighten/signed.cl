// compares bytes as signed: wrong
#pragma tuner local_size 2
#pragma tuner items 6
__kernel void brighten(__global const uchar *x, __global uchar *y, int n, int by) {
  int i = get_global_id(0);
  if (i >= n) return;
  char v = x[i];
  y[i] = v + by > 127 ? 127 : v + by;
}
