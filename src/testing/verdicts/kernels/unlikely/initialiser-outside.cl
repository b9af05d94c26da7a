// an initialiser that writes outside: bounds; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local int l[4];
  int t = l[lid + 1000] = 0; // !
  o[gid] = t;
}
