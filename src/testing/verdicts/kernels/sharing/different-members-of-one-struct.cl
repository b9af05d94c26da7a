// different members of one struct: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 2
#pragma tuner ensures forall i: b[i] == 3
struct pair { int first; int second; };
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local struct pair p[WG];
  p[lid].first = a[gid];
  p[(lid + 1) % n].second = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = p[lid].first + p[lid].second;
}
