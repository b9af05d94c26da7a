// product of matrices whose tiles are overwritten too early: race-local
// launch matmul: 2 x 2 of 8 x 8; A[256], B[256], C[256], n = 16
#define TILE 8
#pragma tuner local_size TILE, TILE
#pragma tuner items 16, 16
#pragma tuner array A = 256
#pragma tuner array B = 256
#pragma tuner array C = 256
#pragma tuner input n = 16
__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n / TILE; ++t) {
    tileA[threadIdx.y][threadIdx.x] = A[row * n + t * TILE + threadIdx.x]; // !
    tileB[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * n + col]; // !
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x]; // !
  }
  C[row * n + col] = sum;
}
