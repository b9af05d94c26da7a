// An odd-even sort in local memory, all pairs compared in every step.
#pragma tuner param WG = {4, 8}
#pragma tuner items size / 2
#pragma tuner local keys = 2 * WG
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = (i * 7 + 3) % 11

__kernel void sort(__global const int *in, __global int *out, __local int *keys) {
  int lid = get_local_id(0), n = 2 * get_local_size(0), base = get_group_id(0) * n;
  keys[2 * lid] = in[base + 2 * lid];
  keys[2 * lid + 1] = in[base + 2 * lid + 1];
  for (int s = 0; s < n; s++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = 2 * lid + s % 2;
    if (i < n - 1) {
      int a = keys[i], b = keys[i + 1];
      keys[i] = min(a, b);
      keys[i + 1] = max(a, b);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * lid] = keys[2 * lid];
  out[base + 2 * lid + 1] = keys[2 * lid + 1];
}
