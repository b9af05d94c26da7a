// an initialiser that fills what is read later: right; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local float l[256];
  float s = l[lid] = 0.0f;
  l[lid] += 1;
  o[gid] = l[lid] + s;
}
