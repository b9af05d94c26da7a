// groups in two dimensions, one of them forgotten: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner local_size 2, WG / 2
#pragma tuner items 2, size / 2
#pragma tuner input a[i] = 0
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  l[x] = a[get_global_id(1) * 2 + get_global_id(0)] + y; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(1) * 2 + get_global_id(0)] = l[x];
}
