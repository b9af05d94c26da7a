// wrong [bounds] but g++ sees []
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i % WG
#pragma tuner ensures forall i: b[i] == WG - 1 - i % WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  wait_group_events(2, &e);
  b[gid] = l[n - 1 - lid];
}