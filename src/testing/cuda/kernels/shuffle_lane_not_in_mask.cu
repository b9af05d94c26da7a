// a shuffle that reads a lane outside of its mask: inactive-lane
// launch neighbour: 1 of 32; in[32], out[32]
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void neighbour(const int *in, int *out) {
  int lane = threadIdx.x;
  int v = in[lane];
  if (lane < 16) v = __shfl_down_sync(0x0000ffff, v, 4); // !
  out[lane] = v;
}
