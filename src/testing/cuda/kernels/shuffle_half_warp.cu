// a shuffle by half a warp that its mask names: right
// launch spread: 1 of 64; in[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner input in[i] = i
#pragma tuner ensures forall i < 64: out[i] == (i % 32 < 16 ? i / 8 * 8 : i)
__global__ void spread(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (threadIdx.x % 32 < 16) v = __shfl_sync(0x0000ffff, v, 0, 8);
  out[threadIdx.x] = v;
}
