// product in tiles that do not divide the matrix, loads unguarded: bounds
// launch matmul<8>: 3 x 3 of 8 x 8; A[400], B[400], C[400], N = 20
template <int TILE>
__global__ void matmul(const float *A, const float *B, float *C, int N) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (N + TILE - 1) / TILE; ++t) {
    tileA[threadIdx.y][threadIdx.x] = A[row * N + t * TILE + threadIdx.x]; // !
    tileB[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * N + column]; // !
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < N && column < N) C[row * N + column] = sum;
}

int main() {
  const int N = 20, TILE = 8;
  float *A, *B, *C;
  cudaMalloc(&A, N * N * sizeof(float));
  cudaMalloc(&B, N * N * sizeof(float));
  cudaMalloc(&C, N * N * sizeof(float));
  cudaMemset(A, 0, N * N * sizeof(float));
  cudaMemset(B, 0, N * N * sizeof(float));
  dim3 block(TILE, TILE), grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE);
  matmul<8><<<grid, block>>>(A, B, C, N);
  return 0;
}
