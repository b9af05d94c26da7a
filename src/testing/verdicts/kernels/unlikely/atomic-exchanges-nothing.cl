// an atomic that stores what nobody has written: uninitialised; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int v;
  atomic_xchg(&o[gid], v); // !
}
