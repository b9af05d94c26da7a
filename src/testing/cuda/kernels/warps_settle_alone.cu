// lanes leave the loop that others still vote in: divergence
// launch settle: 1 of 32; in[32], out[32]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input in[i] = i
__global__ void settle(const int *in, int *out) {
  int v = in[threadIdx.x];
  while (v > 7 && __any_sync(0xffffffff, v > 7)) v /= 2; // !
  __syncthreads(); // !
  out[threadIdx.x] = v;
}
