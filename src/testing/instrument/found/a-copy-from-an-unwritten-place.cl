// right [] but g++ sees [bounds,result,uninitialised]
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner input a[i] = 3
#pragma tuner ensures forall i: b[i] == 6
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group;
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  e = async_work_group_copy(l + n, a + group * n, n, e);
  wait_group_events(1, &e);
  b[gid] = l[n - 1 - lid] + l[n + lid];
}