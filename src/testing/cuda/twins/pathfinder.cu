// Paths through a grid: rows one after the other, a row kept in local memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param ROWS = {2, 4}
#pragma tuner array wall = (ROWS + 1) * size
#pragma tuner input wall[i] = 1
#pragma tuner ensures forall i: out[i] == ROWS + 1

__global__ void pathfinder(const int *wall, int *out) {
  __shared__ int prev[WG];
  __shared__ int result[WG];
  int tx = threadIdx.x, x = blockIdx.x * blockDim.x + threadIdx.x, last = blockDim.x - 1;
  prev[tx] = wall[x];
  __syncthreads();
  for (int i = 1; i <= ROWS; i++) {
    int left = prev[tx == 0 ? 0 : tx - 1], up = prev[tx], right = prev[tx == last ? last : tx + 1];
    result[tx] = min(min(left, up), right) + wall[i * size + x];
    __syncthreads();
    prev[tx] = result[tx];
    __syncthreads();
  }
  out[x] = prev[tx];
}
