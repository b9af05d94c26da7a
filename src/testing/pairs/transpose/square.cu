// right for squares: wrong
#pragma tuner local_size 2, 2
#pragma tuner items 4, 4
__global__ void transpose(const float *x, float *y, int rows, int columns) {
  int c = blockIdx.x * 2 + threadIdx.x, r = blockIdx.y * 2 + threadIdx.y;
  if (r < rows && c < columns) y[c * columns + r] = x[r * columns + c];
}
