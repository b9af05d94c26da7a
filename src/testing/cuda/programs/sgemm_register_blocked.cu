// matrix product with register tiles and float4 loads: right
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FLOAT4(pointer) (reinterpret_cast<float4 *>(&(pointer))[0])

template <const int BLOCK_SIZE_M, const int BLOCK_SIZE_K, const int BLOCK_SIZE_N, const int THREAD_SIZE_Y,
          const int THREAD_SIZE_X>
__global__ void Sgemm(float *__restrict__ A, float *__restrict__ B, float *__restrict__ C, const int M, const int N,
                      const int K) {
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  const int THREAD_X_PER_BLOCK = BLOCK_SIZE_N / THREAD_SIZE_X;
  const int THREAD_Y_PER_BLOCK = BLOCK_SIZE_M / THREAD_SIZE_Y;
  const int THREAD_NUM_PER_BLOCK = THREAD_X_PER_BLOCK * THREAD_Y_PER_BLOCK;
  const int tid = ty * THREAD_X_PER_BLOCK + tx;
  __shared__ float As[BLOCK_SIZE_K][BLOCK_SIZE_M];
  __shared__ float Bs[BLOCK_SIZE_K][BLOCK_SIZE_N];
  float accum[THREAD_SIZE_Y][THREAD_SIZE_X] = {0};
  float frag_a[THREAD_SIZE_Y];
  float frag_b[THREAD_SIZE_X];
  const int A_TILE_THREAD_PER_ROW = BLOCK_SIZE_K / 4;
  const int B_TILE_THREAD_PER_ROW = BLOCK_SIZE_N / 4;
  const int A_TILE_ROW_START = tid / A_TILE_THREAD_PER_ROW;
  const int B_TILE_ROW_START = tid / B_TILE_THREAD_PER_ROW;
  const int A_TILE_COL = tid % A_TILE_THREAD_PER_ROW * 4;
  const int B_TILE_COL = tid % B_TILE_THREAD_PER_ROW * 4;
  const int A_TILE_ROW_STRIDE = THREAD_NUM_PER_BLOCK / A_TILE_THREAD_PER_ROW;
  const int B_TILE_ROW_STRIDE = THREAD_NUM_PER_BLOCK / B_TILE_THREAD_PER_ROW;
  A = &A[(BLOCK_SIZE_M * by) * K];
  B = &B[BLOCK_SIZE_N * bx];
  for (int tile_idx = 0; tile_idx < K; tile_idx += BLOCK_SIZE_K) {
#pragma unroll
    for (int i = 0; i < BLOCK_SIZE_M; i += A_TILE_ROW_STRIDE) {
      float4 a = FLOAT4(A[OFFSET(A_TILE_ROW_START + i, A_TILE_COL + tile_idx, K)]);
      As[A_TILE_COL][A_TILE_ROW_START + i] = a.x;
      As[A_TILE_COL + 1][A_TILE_ROW_START + i] = a.y;
      As[A_TILE_COL + 2][A_TILE_ROW_START + i] = a.z;
      As[A_TILE_COL + 3][A_TILE_ROW_START + i] = a.w;
    }
#pragma unroll
    for (int i = 0; i < BLOCK_SIZE_K; i += B_TILE_ROW_STRIDE) {
      FLOAT4(Bs[B_TILE_ROW_START + i][B_TILE_COL]) =
          FLOAT4(B[OFFSET(tile_idx + B_TILE_ROW_START + i, B_TILE_COL, N)]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE_K; ++k) {
#pragma unroll
      for (int y = 0; y < THREAD_SIZE_Y; ++y) frag_a[y] = As[k][ty * THREAD_SIZE_Y + y];
#pragma unroll
      for (int x = 0; x < THREAD_SIZE_X; x += 4) FLOAT4(frag_b[x]) = FLOAT4(Bs[k][THREAD_SIZE_X * tx + x]);
#pragma unroll
      for (int y = 0; y < THREAD_SIZE_Y; ++y)
        for (int x = 0; x < THREAD_SIZE_X; ++x) accum[y][x] += frag_a[y] * frag_b[x];
    }
    __syncthreads();
  }
#pragma unroll
  for (int y = 0; y < THREAD_SIZE_Y; ++y)
#pragma unroll
    for (int x = 0; x < THREAD_SIZE_X; x += 4) {
      float4 o;
      o.x = accum[y][x];
      o.y = accum[y][x + 1];
      o.z = accum[y][x + 2];
      o.w = accum[y][x + 3];
      FLOAT4(C[OFFSET(by * BLOCK_SIZE_M + ty * THREAD_SIZE_Y + y, bx * BLOCK_SIZE_N + tx * THREAD_SIZE_X + x, N)]) = o;
    }
}

int main(int argc, char **argv) {
  const int M = 64, N = 64, K = 32;
  float *d_A, *d_B, *d_C;
  cudaMalloc(&d_A, M * K * sizeof(float));
  cudaMalloc(&d_B, K * N * sizeof(float));
  cudaMalloc(&d_C, M * N * sizeof(float));
  const int BLOCK_SIZE_M = 32;
  const int BLOCK_SIZE_K = 8;
  const int BLOCK_SIZE_N = 32;
  const int THREAD_SIZE_X = 4;
  const int THREAD_SIZE_Y = 4;
  dim3 dimBlock(BLOCK_SIZE_N / THREAD_SIZE_X, BLOCK_SIZE_M / THREAD_SIZE_Y);
  dim3 dimGrid(N / BLOCK_SIZE_N, M / BLOCK_SIZE_M);
  Sgemm<BLOCK_SIZE_M, BLOCK_SIZE_K, BLOCK_SIZE_N, THREAD_SIZE_Y, THREAD_SIZE_X>
      <<<dimGrid, dimBlock>>>(d_A, d_B, d_C, M, N, K);
  cudaDeviceSynchronize();
  return 0;
}
