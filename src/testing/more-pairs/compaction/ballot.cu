// places by a ballot of the warp: right
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void compact(const int *x, int *y, int *count, int n) {
  unsigned lane = threadIdx.x;
  int v = lane < n ? x[lane] : 0;
  unsigned kept = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) y[__popc(kept & ((1u << lane) - 1))] = v;
  if (lane == 0) *count = __popc(kept);
}
