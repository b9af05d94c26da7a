// neighbours of a warp exchange through shared memory, ordered by __syncwarp: right
// launch exchange: 1 of 64; in[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner input in[i] = i * i
#pragma tuner ensures forall i < 64: out[i] == in[i / 32 * 32 + 31 - i % 32]
__global__ void exchange(const int *in, int *out) {
  __shared__ int s[64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[warp * 32 + 31 - lane];
}
