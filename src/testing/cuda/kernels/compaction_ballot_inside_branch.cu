// compaction that votes inside the branch it votes on: divergence
// launch compact: 1 of 32; in[32], out[32], count[1]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array count = 1
#pragma tuner input in[i] = i % 11
#pragma tuner input count[i] = 0
__global__ void compact(const int *in, int *out, int *count) {
  const int lane = threadIdx.x & 31;
  const int v = in[lane];
  int at = 0;
  if (v > 5) {
    const unsigned votes = __ballot_sync(0xffffffffu, 1); // !
    at = __popc(votes & ((1u << lane) - 1));
  }
  __syncthreads(); // !
  out[lane] = at;
}
