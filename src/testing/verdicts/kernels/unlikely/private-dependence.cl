// a place that goes through a private array: race-local; not native
#pragma tuner array o = size
#pragma tuner array in = size
#pragma tuner input in[i] = any(59, 60)
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local int l[8];
  int p[64];
  for (int i = 0; i < 64; i++) p[i] = i & 7;
  p[60] = 0;
  if (lid < 8) l[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  l[p[in[gid] & 63]] = lid; // !
  o[gid] = l[0]; // !
}
