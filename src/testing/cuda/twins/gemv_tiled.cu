// A matrix times a vector whose parts pass through local memory.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner array A = 8 * size
#pragma tuner array x = 8
#pragma tuner local part = WG
#pragma tuner input A[i] = 1
#pragma tuner input x[i] = i
#pragma tuner ensures forall i: y[i] == 28

__global__ void gemv(const float *A, const float *x, float *y) {
  extern __shared__ float part[];
  int row = blockIdx.x * blockDim.x + threadIdx.x, lid = threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < 8; t += blockDim.x) {
    part[lid] = x[t + lid];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++)
      sum += A[row * 8 + t + j] * part[j];
    __syncthreads();
  }
  y[row] = sum;
}
