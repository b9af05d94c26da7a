// a copy to global memory that is read too early: race-global
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(b + group * n, l, n, 0); // !
  a[gid] = b[gid]; // !
  wait_group_events(1, &e);
}
