// a variable that one content leaves unwritten: uninitialised; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, int n) {
  int gid = get_global_id(0), lid = get_local_id(0);
  int x;
  if (in[gid] != 4711) x = 1;
  o[gid] = x; // !
}
