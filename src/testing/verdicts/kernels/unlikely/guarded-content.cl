// a condition that guards what it allows: right; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int v = in[gid];
  if (v >= 0 && v < 100) { int p[100]; p[v] = gid; o[gid] = p[v]; }
}
