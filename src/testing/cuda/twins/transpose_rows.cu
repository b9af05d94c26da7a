// Transpose in which an item carries several rows of its tile.
#pragma tuner param W = {4, 8}
#pragma tuner param ROWS = {1, 2, 4}
#pragma tuner local_size W, W / ROWS
#pragma tuner items 8, 8 / ROWS
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i % 8 * 8 + i / 8

__global__ void transpose(const int *a, int *b) {
  __shared__ int tile[W * (W + 1)];
  const int lx = threadIdx.x, ly = threadIdx.y;
  const int step = W / ROWS;
  int x = blockIdx.x * W + lx, y = blockIdx.y * W + ly;
  for (int j = 0; j < W; j += step)
    tile[(ly + j) * (W + 1) + lx] = a[(y + j) * 8 + x];
  __syncthreads();
  x = blockIdx.y * W + lx;
  y = blockIdx.x * W + ly;
  for (int j = 0; j < W; j += step)
    b[(y + j) * 8 + x] = tile[lx * (W + 1) + ly + j];
}
