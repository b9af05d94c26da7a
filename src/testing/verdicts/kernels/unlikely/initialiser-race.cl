// a comma in an initialiser that races: race-local; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local int l[256];
  int s = (l[0] = lid, 5); // !
  o[gid] = s;
}
