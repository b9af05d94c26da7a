// a barrier in an initialiser that some skip: divergence; not native
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  if (lid == 0) { int s = (barrier(CLK_LOCAL_MEM_FENCE), 0); o[gid] = s; } // !
}
