// __syncwarp where warps exchange: race-local
// launch exchange: 1 of 64; in[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
__global__ void exchange(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x]; // !
  __syncwarp();
  out[threadIdx.x] = s[63 - threadIdx.x]; // !
}
