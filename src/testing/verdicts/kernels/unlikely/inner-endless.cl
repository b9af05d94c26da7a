// a loop without an end behind two contents: non-termination; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, int n) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int x = in[size - 1 - gid];
  if (in[gid] == 4711) while (x == 17) {} // !
  o[gid] = x;
}
