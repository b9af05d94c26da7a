// Tiled multiplication of two N x N matrices, one work-item for each element of the product. A group is
// TN items wide and TM high; tiles of A (TM x TK) and of B (TK x TN) pass through local memory. The tile
// along the sum, TK, trades local memory against the number of barriers.
#ifndef N
#define N 16
#endif
#pragma tuner param TM = pow2(2, N)
#pragma tuner param TN = pow2(2, N)
#pragma tuner param TK = {2, 4, 8, 16}
#pragma tuner require TK >= TM && TK >= TN
#pragma tuner local_size TN, TM
#pragma tuner items N, N
#pragma tuner input A[i] = i % 5 - 2
#pragma tuner input B[i] = i % 7 - 3
#pragma tuner ensures forall r < N: forall c < N: C[r * N + c] == sum(k < N: A[r * N + k] * B[k * N + c])

__global__ void matmul(const float *A, const float *B, float *C) {
  __shared__ float tileA[TM * TK];
  __shared__ float tileB[TK * TN];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < N / TK; ++t) {
    for (int k = x; k < TK; k += TN)
      tileA[y * TK + k] = A[row * N + t * TK + k];
    for (int k = y; k < TK; k += TM)
      tileB[k * TN + x] = B[(t * TK + k) * N + column];
    __syncthreads();
    for (int k = 0; k < TK; ++k)
      sum += tileA[y * TK + k] * tileB[k * TN + x];
    __syncthreads();
  }
  C[row * N + column] = sum;
}
