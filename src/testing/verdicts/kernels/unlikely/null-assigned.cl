// NULL assigned: bounds; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __global int *p = o;
  if (gid == 1) p = 0;
  p[gid] = 1; // !
}
