// Five points of a grid, with a tile and its halo in local memory.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 100
#pragma tuner array b = 64
#pragma tuner input a[i] = 2
#pragma tuner ensures forall i: b[i] == 10

#define PITCH 10
__global__ void stencil(const int *a, int *b) {
  __shared__ int tile[W + 2][W + 2];
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  int gx = blockIdx.x * blockDim.x + threadIdx.x + 1, gy = blockIdx.y * blockDim.y + threadIdx.y + 1;
  tile[ly][lx] = a[gy * PITCH + gx];
  if (lx == 1) tile[ly][0] = a[gy * PITCH + gx - 1];
  if (lx == W) tile[ly][W + 1] = a[gy * PITCH + gx + 1];
  if (ly == 1) tile[0][lx] = a[(gy - 1) * PITCH + gx];
  if (ly == W) tile[W + 1][lx] = a[(gy + 1) * PITCH + gx];
  __syncthreads();
  b[(blockIdx.y * blockDim.y + threadIdx.y) * 8 + (blockIdx.x * blockDim.x + threadIdx.x)] = tile[ly][lx] + tile[ly][lx - 1] + tile[ly][lx + 1]
    + tile[ly - 1][lx] + tile[ly + 1][lx];
}
