// least, common and exclusive bits of each warp's words by the reducing intrinsics: right
// launch bounds: 2 of 32; in[64], out[8]
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array out = 8
#pragma tuner input in[i] = i + 5
#pragma tuner ensures out[0] == 5 && out[4] == 37
#pragma tuner ensures out[1] == 0 && out[2] == 63 && out[6] == 127
__global__ void bounds(const unsigned *in, unsigned *out) {
  const unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x];
  const unsigned least = __reduce_min_sync(0xffffffff, v);
  const unsigned common = __reduce_and_sync(0xffffffff, v);
  const unsigned any = __reduce_or_sync(0xffffffff, v);
  const unsigned odd = __reduce_xor_sync(0xffffffff, v);
  if (threadIdx.x == 0) {
    unsigned *own = out + blockIdx.x * 4;
    own[0] = least;
    own[1] = common;
    own[2] = any;
    own[3] = odd;
  }
}
