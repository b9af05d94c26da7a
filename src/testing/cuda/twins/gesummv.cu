// Two matrices times a vector, added.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array A = 4 * size
#pragma tuner array B = 4 * size
#pragma tuner array x = 4
#pragma tuner array y = size
#pragma tuner input A[i] = 1
#pragma tuner input B[i] = 2
#pragma tuner input x[i] = 1
#pragma tuner ensures forall i: y[i] == 12

__global__ void gesummv(const float *A, const float *B, const float *x,
                        float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float tmp = 0, sum = 0;
  for (int j = 0; j < 4; j++) {
    tmp += A[i * 4 + j] * x[j];
    sum += B[i * 4 + j] * x[j];
  }
  y[i] = tmp + sum;
}
