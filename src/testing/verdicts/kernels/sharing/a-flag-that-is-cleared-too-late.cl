// a flag that is cleared too late: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i % 3
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int flag;
  if (lid == 0) flag = 0; // !
  if (a[gid] == 2) flag = 1; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = flag;
}
