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
#pragma tuner local tileA = TM * TK
#pragma tuner local tileB = TK * TN
#pragma tuner input A[i] = i % 5 - 2
#pragma tuner input B[i] = i % 7 - 3
#pragma tuner ensures forall r < N: forall c < N: C[r * N + c] == sum(k < N: A[r * N + k] * B[k * N + c])

__kernel void matmul(__global const float *A, __global const float *B, __global float *C,
                     __local float *tileA, __local float *tileB, int TM, int TN, int TK) {
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < N / TK; ++t) {
    for (int k = x; k < TK; k += TN)
      tileA[y * TK + k] = A[row * N + t * TK + k];
    for (int k = y; k < TK; k += TM)
      tileB[k * TN + x] = B[(t * TK + k) * N + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TK; ++k)
      sum += tileA[y * TK + k] * tileB[k * TN + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + column] = sum;
}
