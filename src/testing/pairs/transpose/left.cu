// writes only where zeros were left: wrong
#pragma tuner local_size 4
#pragma tuner items 12
__global__ void transpose(const float *x, float *y, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns && y[i] == 0.0f) y[i] = x[i % rows * columns + i / rows];
}
