// A matrix times a vector, a row for each item.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array A = 8 * size
#pragma tuner array x = 8
#pragma tuner input A[i] = i % 8
#pragma tuner input x[i] = 1
#pragma tuner ensures forall i: y[i] == 28

__global__ void gemv(const float *A, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < 8; j++)
    sum += A[row * 8 + j] * x[j];
  y[row] = sum;
}
