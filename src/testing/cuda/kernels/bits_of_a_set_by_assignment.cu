// a set of numbers in bits, added to by an assignment: race-local
// launch marks: 1 of 64; in[64], set[2]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner array set = 2
#pragma tuner input in[i] = i * 7 % 64
__global__ void marks(const int *in, int *set) {
  __shared__ unsigned has[2];
  const int t = threadIdx.x, v = in[t];
  if (t < 2) has[t] = 0;
  __syncthreads();
  has[v / 32] |= 1u << v % 32; // !
  __syncthreads();
  if (t < 2) set[t] = (int)has[t];
}
