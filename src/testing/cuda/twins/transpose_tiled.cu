// Transpose by way of a tile in local memory, with a column to spare.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i % 8 * 8 + i / 8

__global__ void transpose(const int *a, int *b) {
  __shared__ int tile[W][W + 1];
  int lx = threadIdx.x, ly = threadIdx.y;
  tile[ly][lx] = a[(blockIdx.y * blockDim.y + threadIdx.y) * 8 + (blockIdx.x * blockDim.x + threadIdx.x)];
  __syncthreads();
  int x = blockIdx.y * W + lx, y = blockIdx.x * W + ly;
  b[y * 8 + x] = tile[lx][ly];
}
