// a tree in local memory: right
#pragma tuner local_size 4
#pragma tuner items 4
__kernel void sum(__global const int *x, __global int *total, int n) {
  __local int part[4];
  int lid = get_local_id(0);
  int s = 0;
  for (int i = lid; i < n; i += 4) s += x[i];
  part[lid] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 2; d > 0; d /= 2) {
    if (lid < d) part[lid] += part[lid + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) total[0] = part[0];
}
