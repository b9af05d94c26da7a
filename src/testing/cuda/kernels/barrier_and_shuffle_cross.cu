// one lane waits at a barrier, the others of its warp for a shuffle: divergence
// launch k: 1 of 32; in[32], out[32]
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void k(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (threadIdx.x == 5) __syncthreads(); // !
  v += __shfl_xor_sync(0xffffffff, v, 1); // !
  out[threadIdx.x] = v;
}
