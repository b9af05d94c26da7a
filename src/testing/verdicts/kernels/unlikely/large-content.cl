// an index too large where contents are: bounds; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  if (in[gid] > 30) o[gid + 1000] = 1; // !
}
