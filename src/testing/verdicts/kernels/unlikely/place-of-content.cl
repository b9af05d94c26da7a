// a condition on what was written at a place of contents: bounds
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0);
  int h[8];
  for (int i = 0; i < 8; i++) h[i] = 0;
  h[in[gid] & 7] = 1;
  if (h[6]) o[gid + size] = 1; // !
  else o[gid] = 2;
}
