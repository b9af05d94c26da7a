// An elimination step in two dimensions, with the right hand side by the first column.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array m = 64
#pragma tuner array a = 64
#pragma tuner array b = 8
#pragma tuner value t = 1
#pragma tuner input m[i] = 1
#pragma tuner input a[i] = 3
#pragma tuner input b[i] = 1

__global__ void fan2(const float *m, float *a, float *b, const int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 8 - 1 - t && y < 8 - t) {
    a[8 * (x + 1 + t) + y + t] -= m[8 * (x + 1 + t) + t] * a[8 * t + y + t];
    if (y == 0)
      b[x + 1 + t] -= m[8 * (x + 1 + t) + t] * b[t];
  }
}
