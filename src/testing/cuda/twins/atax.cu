// A transposed matrix times a vector, summed in place in global memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array A = 8 * size
#pragma tuner array tmp = 8
#pragma tuner input A[i] = 1
#pragma tuner input tmp[i] = i
#pragma tuner input y[i] = 0
#pragma tuner ensures forall i: y[i] == 28

__global__ void atax(const float *A, float *y, const float *tmp) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < size)
    for (int i = 0; i < 8; i++)
      y[j] += A[i * size + j] * tmp[i];
}
