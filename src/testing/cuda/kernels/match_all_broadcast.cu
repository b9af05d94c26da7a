// warps of one value store it once: right
// launch uniform: 3 of 32; in[96], out[3]
#pragma tuner local_size 32
#pragma tuner items 96
#pragma tuner array out = 3
#pragma tuner input in[i] = i < 64 ? i / 32 + 5 : i
#pragma tuner ensures out[0] == 5 && out[1] == 6 && out[2] == -1
__global__ void uniform(const int *in, int *out) {
  int same;
  const unsigned mask = __match_all_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x], &same);
  if (threadIdx.x == 0) out[blockIdx.x] = same && mask == 0xffffffff ? in[blockIdx.x * 32] : -1;
}
