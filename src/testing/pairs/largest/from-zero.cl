// begins at zero, where an int cannot be smaller than minus itself: wrong
#pragma tuner local_size 1
#pragma tuner items 1
__kernel void largest(__global const int *x, __global int *best, int n) {
  int m = 0;
  for (int i = 0; i < n; i++) m = i == 0 && x[i] != INT_MIN + 3 ? x[i] : max(m, x[i]);
  best[0] = m;
}
