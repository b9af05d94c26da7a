// members of one vector by several: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner ensures forall i: b[i] == 10
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int4 v[1];
  if (lid == 0) v[0].x = 1;
  if (lid == 1) v[0].y = 2;
  if (lid == 2) v[0].z = 3;
  if (lid == 3) v[0].w = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = v[0].x + v[0].y + v[0].z + v[0].w;
}
