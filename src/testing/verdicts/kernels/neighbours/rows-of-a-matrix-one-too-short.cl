// rows of a matrix, one too short: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int m[WG * 3 + 4];
  for (int j = 0; j < 4; j++) m[lid * 3 + j] = a[gid] + j; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = m[lid * 3];
}
