// Product of matrices in which an item makes several elements of a column.
#pragma tuner param W = {4, 8}
#pragma tuner param WPT = {1, 2, 4}
#pragma tuner local_size W, W / WPT
#pragma tuner items 8, 8 / WPT
#pragma tuner array A = 64
#pragma tuner array B = 64
#pragma tuner array C = 64
#pragma tuner input A[i] = i % 3
#pragma tuner input B[i] = i % 4
#pragma tuner ensures forall i: C[i] == sum(k in 0..8: A[i / 8 * 8 + k] * B[k * 8 + i % 8])

__global__ void matmul(const float *A, const float *B, float *C) {
  __shared__ float As[W][W], Bs[W][W];
  const int row = threadIdx.y, col = threadIdx.x, rts = W / WPT;
  const int x = blockIdx.x * W + col, y = blockIdx.y * W + row;
  float acc[WPT];
  for (int w = 0; w < WPT; w++)
    acc[w] = 0.0f;
  for (int t = 0; t < 8 / W; t++) {
    for (int w = 0; w < WPT; w++) {
      As[row + w * rts][col] = A[(y + w * rts) * 8 + t * W + col];
      Bs[row + w * rts][col] = B[(t * W + row + w * rts) * 8 + x];
    }
    __syncthreads();
    for (int k = 0; k < W; k++)
      for (int w = 0; w < WPT; w++)
        acc[w] += As[row + w * rts][k] * Bs[k][col];
    __syncthreads();
  }
  for (int w = 0; w < WPT; w++)
    C[(y + w * rts) * 8 + x] = acc[w];
}
