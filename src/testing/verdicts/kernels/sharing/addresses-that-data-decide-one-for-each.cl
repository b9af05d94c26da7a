// addresses that data decide, one for each: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = (i + 1) % WG
#pragma tuner ensures forall i: b[i] == i - i % WG + (i % WG + WG - 1) % WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[a[gid]] = gid;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid];
}
