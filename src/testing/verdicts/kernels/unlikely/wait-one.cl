// a wait that one item makes for all: divergence; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local int l[256];
  event_t e = async_work_group_copy(l, in, 4, 0);
  if (lid == 0) wait_group_events(1, &e); // !
  o[gid] = l[lid & 3]; // !
}
