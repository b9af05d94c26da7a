// atomics that mix with a plain write: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int count;
  if (lid == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 1) count = 7; // !
  else atomic_inc(&count); // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = count;
}
