// a tile of a tuning parameter is turned around without a barrier: lockstep
// with TILE = 8
// launch turn<TILE>: 2 of 8; in[16], out[16]
#pragma tuner param TILE = {4, 8}
#pragma tuner input in[i] = 5 * i
template <int LENGTH> __global__ void turn(const int *in, int *out) {
  __shared__ int s[LENGTH];
  s[threadIdx.x] = in[blockIdx.x * LENGTH + threadIdx.x]; // !
  out[blockIdx.x * LENGTH + threadIdx.x] = s[LENGTH - 1 - threadIdx.x]; // !
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 16 * sizeof(int));
  cudaMallocManaged(&out, 16 * sizeof(int));
  for (int i = 0; i < 16; i++) in[i] = 5 * i;
  turn<TILE><<<16 / TILE, TILE>>>(in, out);
  cudaDeviceSynchronize();
  return 0;
}
