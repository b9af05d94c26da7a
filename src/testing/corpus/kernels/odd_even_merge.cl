// Batcher's odd-even merge sort in local memory: of the pairs of a pass, only some are compared.
#pragma tuner param WG = {2, 4, 8, 16}
#pragma tuner local keys = WG
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = (i * 3 + 1) % WG
#pragma tuner ensures forall i: out[i] == i % WG

__kernel void sort(__global const int *in, __global int *out, __local int *keys) {
  int lid = get_local_id(0), n = get_local_size(0);
  keys[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int p = 1; p < n; p *= 2) {
    for (int k = p; k > 0; k /= 2) {
      int first = k % p, other = lid + k;
      bool left = lid >= first && (lid - first) / k % 2 == 0;
      if (left && other < n && lid / (2 * p) == other / (2 * p)) {
        int a = keys[lid], b = keys[other];
        keys[lid] = min(a, b);
        keys[other] = max(a, b);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = keys[lid];
}
