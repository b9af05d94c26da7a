// reductions of a warp by one instruction: right
// launch reduce: 1 of 32; in[32], out[6]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array out = 6
#pragma tuner input in[i] = i * 7 % 31 + 1
#pragma tuner ensures out[0] == sum(i < 32: in[i]) && out[1] == min(i < 32: in[i]) && out[2] == max(i < 32: in[i])
#pragma tuner ensures out[3] == 0 && out[4] == 31 && out[5] == 1
__global__ void reduce(const unsigned *in, unsigned *out) {
  const unsigned v = in[threadIdx.x];
  const unsigned sum = __reduce_add_sync(0xffffffff, v);
  const unsigned least = __reduce_min_sync(0xffffffff, v);
  const unsigned most = __reduce_max_sync(0xffffffff, v);
  const unsigned all = __reduce_and_sync(0xffffffff, v);
  const unsigned any = __reduce_or_sync(0xffffffff, v);
  const unsigned odd = __reduce_xor_sync(0xffffffff, v);
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = least;
    out[2] = most;
    out[3] = all;
    out[4] = any;
    out[5] = odd;
  }
}
