// a helper that writes where it is told: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i + 1
void put(__local int *p, int i, int v) {
  p[i] = v; // !
}
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  put(l, lid, a[gid]);
  put(l, (lid + 1) % n, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid];
}
