// compaction: lanes count the votes below their own: right
// launch compact: 1 of 32; in[32], out[30], count[1], n = 30
__global__ void compact(const int *in, int *out, int *count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int v = i < n ? in[i] : 0;
  const unsigned votes = __ballot_sync(0xffffffffu, v > 5);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(votes));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v > 5) out[base + __popc(votes & ((1u << lane) - 1))] = v;
}

#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner value n = 30
#pragma tuner array out = 30
#pragma tuner array count = 1
#pragma tuner input in[i] = i % 11
#pragma tuner input out[i] = -1
#pragma tuner input count[i] = 0
#pragma tuner ensures count[0] == count(i < 30: in[i] > 5)
#pragma tuner ensures forall i < 30: (out[i] == -1) == (i >= count[0])
#pragma tuner ensures sum(i < 30: out[i] > 5 ? out[i] : 0) == sum(i < 30: in[i] > 5 ? in[i] : 0)
