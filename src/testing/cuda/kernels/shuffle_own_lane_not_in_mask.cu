// a shuffle by lanes that their mask does not name: inactive-lane
// launch pairs: 1 of 32; in[32], out[32]
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void pairs(const int *in, int *out) {
  int v = in[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync(0x0000ffff, v, 1); // !
}
