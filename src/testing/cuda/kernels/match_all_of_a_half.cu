// a half of a warp asks whether its values are equal and names the whole: divergence
// launch uniform: 1 of 32; in[32], out[32]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input in[i] = i / 16
__global__ void uniform(const int *in, int *out) {
  int same = 0;
  if (threadIdx.x < 16) __match_all_sync(0xffffffff, in[threadIdx.x], &same); // !
  __syncthreads(); // !
  out[threadIdx.x] = same;
}
