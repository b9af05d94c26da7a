// a loop that steps over an end that one content makes: non-termination; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, int n) {
  int gid = get_global_id(0), lid = get_local_id(0);
  uint end = 4;
  if (in[gid] == 4711) end = 3;
  int s = 0;
  for (uint i = 0; i != end; i += 2) s++; // !
  o[gid] = s;
}
