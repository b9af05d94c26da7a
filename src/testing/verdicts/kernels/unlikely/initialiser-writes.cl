// an initialiser that writes, with a constant value: race-global; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int t = o[0] = 0; // !
  o[gid] = t + gid + 1; // !
}
