// a helper with a barrier, called at two places: divergence
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
void share(__local int *p) {
  p[get_local_id(0)] += 1;
  barrier(CLK_LOCAL_MEM_FENCE); // !
}
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  if (lid < n / 2) share(l); // !
  else share(l); // !
  b[gid] = l[lid];
}
