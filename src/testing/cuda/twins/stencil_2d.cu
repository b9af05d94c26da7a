// Five points of a grid, straight from global memory.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = 1
#pragma tuner input b[i] = 0
#pragma tuner ensures sum(b) == 36 * 5

__global__ void stencil(const float *a, float *b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < 7 && y < 7) {
    float sum = a[y * 8 + x];
    sum += a[y * 8 + x - 1] + a[y * 8 + x + 1];
    sum += a[(y - 1) * 8 + x] + a[(y + 1) * 8 + x];
    b[y * 8 + x] = sum;
  }
}
