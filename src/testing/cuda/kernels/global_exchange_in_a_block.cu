// threads of a block read their neighbour's store without a barrier: race-global
// launch shift: 1 of 64; in[64], a[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
__global__ void shift(const int *in, int *a, int *out) {
  a[threadIdx.x] = in[threadIdx.x]; // !
  out[threadIdx.x] = a[(threadIdx.x + 40) % 64]; // !
}
