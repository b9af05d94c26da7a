// an endless loop for one argument: non-termination; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, int x) {
  int gid = get_global_id(0), lid = get_local_id(0);
  while (x == 4711) {} // !
  o[gid] = x;
}
