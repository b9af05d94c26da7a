// Product of two N x N matrices in square tiles: a block copies a tile of A and one of B to shared memory, and each of
// its threads adds up products of a row and a column of them.
#include <cuda_runtime.h>

#pragma tuner input A[i] = i % 5 - 2
#pragma tuner input B[i] = i % 7 - 3
#pragma tuner ensures forall r < N: forall c < N: C[r * N + c] == sum(k < N: A[r * N + k] * B[k * N + c])

template <int TILE>
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (N + TILE - 1) / TILE; ++t) {
    const int k = t * TILE;
    tileA[threadIdx.y][threadIdx.x] = row < N && k + threadIdx.x < N ? A[row * N + k + threadIdx.x] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = k + threadIdx.y < N && column < N ? B[(k + threadIdx.y) * N + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < N && column < N) C[row * N + column] = sum;
}

int main() {
  const int N = 20, TILE = 8;
  const size_t bytes = N * N * sizeof(float);
  float *hA = new float[N * N], *hB = new float[N * N];
  for (int i = 0; i < N * N; ++i) {
    hA[i] = i % 5 - 2;
    hB[i] = i % 7 - 3;
  }
  float *A, *B, *C;
  cudaMalloc(&A, bytes);
  cudaMalloc(&B, bytes);
  cudaMalloc(&C, bytes);
  cudaMemcpy(A, hA, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(B, hB, bytes, cudaMemcpyHostToDevice);
  dim3 block(TILE, TILE);
  dim3 grid((N + TILE - 1) / TILE, (N + TILE - 1) / TILE);
  matmul<TILE><<<grid, block>>>(A, B, C, N);
  cudaDeviceSynchronize();
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  delete[] hA;
  delete[] hB;
  return 0;
}
