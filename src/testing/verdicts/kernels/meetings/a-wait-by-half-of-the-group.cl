// a wait by half of the group: divergence
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  if (lid < n / 2) wait_group_events(1, &e); // !
  b[gid] = 0;
}
