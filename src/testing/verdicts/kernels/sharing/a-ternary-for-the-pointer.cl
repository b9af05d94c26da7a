// a ternary for the pointer: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG + 4
#pragma tuner input a[i] = i
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int *p = lid % 2 == 0 ? l : l + 1;
  p[lid] = a[gid]; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid];
}
