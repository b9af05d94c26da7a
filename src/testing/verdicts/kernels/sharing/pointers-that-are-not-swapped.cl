// pointers that are not swapped: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner input a[i] = i
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int *from = l, *to = l + n;
  from[lid] = a[gid];
  to[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 3; i++) {
    to[lid] = from[(lid + 1) % n]; // !
    barrier(CLK_LOCAL_MEM_FENCE);
    from = to;
  }
  b[gid] = from[lid];
}
