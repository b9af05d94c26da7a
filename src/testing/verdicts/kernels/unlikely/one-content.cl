// a read of nothing for one value of contents: uninitialised; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local int l[256];
  int v = 0;
  if (in[gid] == 4711) v = l[lid]; // !
  o[gid] = v;
}
