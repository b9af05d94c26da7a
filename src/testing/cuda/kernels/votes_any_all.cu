// warps skip work that nobody needs, by votes: right
// launch sparse: 2 of 64; in[128], out[128]
#pragma tuner local_size 64
#pragma tuner items 128
#pragma tuner input in[i] = i % 64 < 32 ? 0 : i % 3
#pragma tuner ensures forall i < 128: out[i] == (i % 64 < 32 ? -1 : in[i] * 2)
__global__ void sparse(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int v = in[i];
  if (!__any_sync(0xffffffff, v != 0)) {
    out[i] = -1;
    return;
  }
  out[i] = __all_sync(0xffffffff, v < 3) ? v * 2 : v;
}
