// an index too large for one argument: bounds; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, int n) {
  int gid = get_global_id(0), lid = get_local_id(0);
  if (n == 17) o[1024 + gid] = 1; // !
}
