// A sort by counting how many are smaller, tile by tile.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local tile = WG
#pragma tuner input in[i] = (i * 5) % size
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner ensures forall i: out[i] == i
#pragma tuner require size % WG == 0

__global__ void sort(const int *in, int *out) {
  extern __shared__ int tile[];
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x], rank = 0, lid = threadIdx.x, n = blockDim.x;
  for (int t = 0; t < size; t += n) {
    __syncthreads();
    tile[lid] = in[t + lid];
    __syncthreads();
    for (int j = 0; j < n; j++) {
      int other = tile[j];
      rank += other < mine || (other == mine && t + j < (blockIdx.x * blockDim.x + threadIdx.x)) ? 1 : 0;
    }
  }
  out[rank] = mine;
}
