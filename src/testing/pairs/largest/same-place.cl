// the last to write wins: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__kernel void largest(__global const int *x, __global int *best, int n) {
  int i = get_global_id(0);
  if (i == 0) best[0] = x[0];
  if (i < n && x[i] > best[0]) best[0] = x[i];
}
