// a shuffle meets, but orders no memory: lockstep
// launch exchange: 1 of 32; in[32], out[32]
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void exchange(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x]; // !
  int left = __shfl_up_sync(0xffffffff, in[threadIdx.x], 1);
  out[threadIdx.x] = s[31 - threadIdx.x] + left; // !
}
