// a shifted element that decides: bounds; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  if (in[gid] >> 4 == 1000) o[gid + 1024] = 1; // !
}
