// Product of matrices with square tiles of both in local memory.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array A = 64
#pragma tuner array B = 64
#pragma tuner array C = 64
#pragma tuner input A[i] = i % 3
#pragma tuner input B[i] = i % 4
#pragma tuner ensures forall i: C[i] == sum(k in 0..8: A[i / 8 * 8 + k] * B[k * 8 + i % 8])

__global__ void matmul(const float *A, const float *B, float *C) {
  __shared__ float As[W][W], Bs[W][W];
  int lx = threadIdx.x, ly = threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < 8 / W; t++) {
    As[ly][lx] = A[y * 8 + t * W + lx];
    Bs[ly][lx] = B[(t * W + ly) * 8 + x];
    __syncthreads();
    for (int k = 0; k < W; k++)
      sum += As[ly][k] * Bs[k][lx];
    __syncthreads();
  }
  C[y * 8 + x] = sum;
}
