// up a warp by shuffles: right
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void cumsum(const int *x, int *y, int n) {
  const int lane = threadIdx.x & 31;
  int v = lane < n ? x[lane] : 0;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const int below = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += below;
  }
  if (lane < n) y[lane] = v;
}
