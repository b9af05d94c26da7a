// A binomial tree in local memory: each level is one item shorter.
#pragma tuner param WG = {4, 8}
#pragma tuner local values = WG
#pragma tuner local next = WG
#pragma tuner array out = size / WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 1

__kernel void binomial(__global const float *in, __global float *out, __local float *values,
                       __local float *next) {
  int lid = get_local_id(0), n = get_local_size(0);
  values[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = n - 1; j > 0; j -= 2) {
    if (lid < j)
      next[lid] = 0.5f * values[lid] + 0.5f * values[lid + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < j - 1)
      values[lid] = 0.5f * next[lid] + 0.5f * next[lid + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = next[0];
}
