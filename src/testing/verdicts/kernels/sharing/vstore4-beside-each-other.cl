// vstore4 beside each other: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 4 * WG
#pragma tuner input a[i] = 5
#pragma tuner ensures forall i: b[i] == 5
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  vstore4((int4)(a[gid]), lid, l);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[4 * ((lid + 1) % n) + 3];
}
