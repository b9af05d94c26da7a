// each takes the next place, in any order: wrong
#pragma tuner local_size 4
#pragma tuner items 4
__kernel void compact(__global const int *x, __global int *y, __global int *count, int n) {
  __local int next;
  int i = get_local_id(0);
  if (i == 0) next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n && x[i] > 0) y[atomic_inc(&next)] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) *count = next;
}
