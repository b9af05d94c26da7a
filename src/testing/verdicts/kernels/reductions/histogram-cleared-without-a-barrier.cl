// histogram, cleared without a barrier: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 3 - i % 4
#pragma tuner array b = 4
#pragma tuner input b[i] = 0
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int bins[4];
  if (lid < 4) bins[lid] = 0; // !
  atomic_inc(&bins[a[gid] & 3]); // !
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 4) atomic_add(&b[lid], bins[lid]);
}
