// Stream compaction in one group: the places come from a scan of what is kept.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner items WG
#pragma tuner local flags = WG
#pragma tuner array in = WG
#pragma tuner array out = WG
#pragma tuner array count = 1
#pragma tuner input in[i] = i + 1
#pragma tuner ensures count[0] == WG

__kernel void compact(__global const int *in, __global int *out, __global int *count,
                      __local int *flags) {
  int lid = get_local_id(0), n = get_local_size(0);
  int value = in[lid];
  int keep = value > 0 ? 1 : 0;
  flags[lid] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d <<= 1) {
    int other = lid >= d ? flags[lid - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    flags[lid] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[flags[lid] - 1] = value;
  if (lid == n - 1)
    count[0] = flags[lid];
}
