// Stream compaction in one group: the places come from a scan of what is kept.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner items WG
#pragma tuner local flags = WG
#pragma tuner array in = WG
#pragma tuner array out = WG
#pragma tuner array count = 1
#pragma tuner input in[i] = i + 1
#pragma tuner ensures count[0] == WG

__global__ void compact(const int *in, int *out, int *count) {
  extern __shared__ int flags[];
  int lid = threadIdx.x, n = blockDim.x;
  int value = in[lid];
  int keep = value > 0 ? 1 : 0;
  flags[lid] = keep;
  __syncthreads();
  for (int d = 1; d < n; d <<= 1) {
    int other = lid >= d ? flags[lid - d] : 0;
    __syncthreads();
    flags[lid] += other;
    __syncthreads();
  }
  out[flags[lid] - 1] = value;
  if (lid == n - 1)
    count[0] = flags[lid];
}
