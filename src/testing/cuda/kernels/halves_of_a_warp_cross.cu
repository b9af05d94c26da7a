// the lanes of a half meet by its mask, and read those of the other half: lockstep
// launch halves: 1 of 8; in[8], out[8]
#pragma tuner local_size 8
#pragma tuner items 8
#pragma tuner input in[i] = 10 + i
__global__ void halves(const int *in, int *out) {
  __shared__ int s[8];
  const int t = threadIdx.x;
  const unsigned mask = t < 4 ? 0x0fu : 0xf0u;
  s[t] = in[t]; // !
  __syncwarp(mask);
  out[t] = s[7 - t]; // !
}
