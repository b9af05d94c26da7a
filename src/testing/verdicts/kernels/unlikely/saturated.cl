// what is more than 4711 is cut: right; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int v = in[gid];
  if (v > 4711) v = 4711;
  o[gid] = v;
}
