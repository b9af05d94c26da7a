// prefix sums by shuffles up, the sums of warps scanned by the first: right
// launch block_scan: 1 of 128; in[128], out[128]
__device__ int warp_inclusive_scan(int v) {
  const unsigned lane = threadIdx.x & 31;
#pragma unroll
  for (int i = 1; i <= 16; i *= 2) {
    int n = __shfl_up_sync(0xffffffff, v, i);
    if (lane >= i) v += n;
  }
  return v;
}

__global__ void block_scan(const int *in, int *out) {
  __shared__ int sums[4];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int v = warp_inclusive_scan(in[threadIdx.x]);
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  if (warp == 0 && lane < 4) {
    int s = sums[lane];
    for (int i = 1; i < 4; i *= 2) {
      int n = __shfl_up_sync(0xf, s, i);
      if (lane >= i) s += n;
    }
    sums[lane] = s;
  }
  __syncthreads();
  out[threadIdx.x] = v + (warp > 0 ? sums[warp - 1] : 0);
}

#pragma tuner local_size 128
#pragma tuner items 128
#pragma tuner input in[i] = i % 9 - 2
#pragma tuner ensures forall i < 128: out[i] == sum(k <= i: in[k])
