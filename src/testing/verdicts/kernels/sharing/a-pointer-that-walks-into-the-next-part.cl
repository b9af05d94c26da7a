// a pointer that walks into the next part: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 4 * WG + 4
#pragma tuner input a[i] = 0
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int *p = l + lid * 4;
  for (int i = 0; i < 5; i++) *p++ = a[gid] + i; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid * 4];
}
