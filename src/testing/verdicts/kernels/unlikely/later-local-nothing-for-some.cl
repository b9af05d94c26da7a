// local memory that contents leave unwritten for some: uninitialised; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, int n) {
  int gid = get_global_id(0), lid = get_local_id(0), half = get_local_size(0) / 2;
  __local int l[256], least[256];
  l[lid] = in[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid > 0) least[lid] = lid;
  if (lid < half && l[lid + half] > 3) least[lid] = lid + half;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[gid] = least[0]; // !
}
