// tiles with guards in each batch: right
#define TILE 2
#pragma tuner local_size 2, 2, 1
#pragma tuner items 4, 4, 2
__global__ void bmm(const float *a, const float *b, float *c, int batches, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  const float *A = a + blockIdx.z * n * n;
  const float *B = b + blockIdx.z * n * n;
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float acc = 0.0f;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    As[threadIdx.y][threadIdx.x] = row < n && t * TILE + threadIdx.x < n ? A[row * n + t * TILE + threadIdx.x] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] = col < n && t * TILE + threadIdx.y < n ? B[(t * TILE + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) c[(blockIdx.z * n + row) * n + col] = acc;
}
