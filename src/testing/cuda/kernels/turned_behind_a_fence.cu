// a fence of the block stands for the barrier: race-local
// launch turned: 1 of 64; in[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner input in[i] = 3 * i
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x]; // !
  __threadfence_block();
  out[threadIdx.x] = s[63 - threadIdx.x]; // !
}
