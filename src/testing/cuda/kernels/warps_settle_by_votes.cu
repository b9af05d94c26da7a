// each warp halves its numbers until all are small and none is large: right
// launch settle: 2 of 32; in[64], out[64]
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner input in[i] = i
#pragma tuner ensures forall i < 64: out[i] == (i < 32 ? in[i] / 8 : in[i] / 16)
__global__ void settle(const int *in, int *out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  while (!__all_sync(0xffffffff, v < 8)) v /= 2;
  if (__any_sync(0xffffffff, v > 3)) v /= 2;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
