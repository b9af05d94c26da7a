// an argument and contents that decide: bounds; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, int n) {
  int gid = get_global_id(0), lid = get_local_id(0);
  if (n > 50 && in[gid] == n + 3) o[gid + 1024] = 1; // !
}
