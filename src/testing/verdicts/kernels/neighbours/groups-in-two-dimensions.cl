// groups in two dimensions: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner local_size 2, WG / 2
#pragma tuner items 2, size / 2
#pragma tuner input a[i] = 4
#pragma tuner ensures forall i: b[i] == 4
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  l[y * 2 + x] = a[get_global_id(1) * 2 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(1) * 2 + get_global_id(0)] = l[(get_local_size(1) - 1 - y) * 2 + x];
}
