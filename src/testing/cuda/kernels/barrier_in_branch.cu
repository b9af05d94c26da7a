// two branches, each with its own barrier: divergence
// launch k: 1 of 64; in[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 32) {
    s[threadIdx.x] += 1;
    __syncthreads(); // !
  } else {
    s[threadIdx.x] += 2;
    __syncthreads(); // !
  }
  out[threadIdx.x] = s[63 - threadIdx.x];
}
