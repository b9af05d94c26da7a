// returns zeros, as half of random numbers have it: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__kernel void relu(__global const float *x, __global float *y, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = 0.0f;
}
