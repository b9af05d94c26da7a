// shuffles up a warp: right
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void scan(const int *x, int *y, int n) {
  int lane = threadIdx.x, v = lane < n ? x[lane] : 0;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += other;
  }
  if (lane < n) y[lane] = v;
}
