// pointers that are swapped in a loop: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner input a[i] = 8
#pragma tuner ensures forall i: b[i] == 8
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int *from = l, *to = l + n;
  from[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 3; i++) {
    to[lid] = from[(lid + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int *t = from;
    from = to;
    to = t;
  }
  b[gid] = from[lid];
}
