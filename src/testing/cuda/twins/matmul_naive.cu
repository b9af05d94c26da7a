// Product of matrices, an element for each item.
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
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < 8; ++k)
    sum += A[y * 8 + k] * B[k * 8 + x];
  C[y * 8 + x] = sum;
}
