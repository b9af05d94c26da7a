// neighbours of a warp exchange through shared memory and nothing orders them: lockstep
// launch exchange: 2 of 32; in[64], out[64]
#pragma tuner local_size 32
#pragma tuner items 64
__global__ void exchange(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x]; // !
  out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x]; // !
}
