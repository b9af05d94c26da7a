// an initialiser that changes a variable, which indexes: bounds; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int i = 3;
  int z = (i = 7) + 1;
  int p[5];
  p[0] = p[1] = p[2] = p[3] = p[4] = z;
  o[gid] = p[i]; // !
}
