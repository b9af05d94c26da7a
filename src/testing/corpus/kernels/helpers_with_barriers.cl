// A reduction made of helpers, one of which has the barriers.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array out = size / WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == WG

void add(__local int *p, int to, int from) { p[to] += p[from]; }
int fold(__local int *p, int lid, int n) {
  for (int s = n / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s) add(p, lid, lid + s);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return p[0];
}
__kernel void sums(__global const int *in, __global int *out, __local int *part) {
  int lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  int sum = fold(part, lid, get_local_size(0));
  if (lid == 0) out[get_group_id(0)] = sum;
}
