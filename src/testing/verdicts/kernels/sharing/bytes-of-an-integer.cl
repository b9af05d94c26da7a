// bytes of an integer: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local uchar *bytes = (__local uchar *)l;
  l[lid] = a[gid]; // !
  bytes[4 * ((lid + 1) % n) + 1] = 9; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid];
}
