// Transpose of a matrix, an element for each item.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i % 8 * 8 + i / 8

__global__ void transpose(const int *a, int *b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  b[x * (gridDim.y * blockDim.y) + y] = a[y * (gridDim.x * blockDim.x) + x];
}
