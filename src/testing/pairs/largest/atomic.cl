// an atomic in local memory: right
#pragma tuner local_size 4
#pragma tuner items 4
__kernel void largest(__global const int *x, __global int *best, int n) {
  __local int m;
  int lid = get_local_id(0);
  if (lid == 0) m = INT_MIN;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = lid; i < n; i += 4) atomic_max(&m, x[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) best[0] = m;
}
