// tiles with guards: right
#define T 2
#pragma tuner local_size T, T
#pragma tuner items 2 * T, T
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float as[T][T], bs[T][T];
  int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float s = 0.0f;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    int l = t * T + threadIdx.x, o = t * T + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < m && l < k ? a[row * k + l] : 0.0f;
    bs[threadIdx.y][threadIdx.x] = o < k && column < n ? b[o * n + column] : 0.0f;
    __syncthreads();
    for (int e = 0; e < T; e++) s += as[threadIdx.y][e] * bs[e][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = s;
}
