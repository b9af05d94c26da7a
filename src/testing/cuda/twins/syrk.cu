// A symmetric update of rank k, scaled by an argument.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array A = 32
#pragma tuner array C = 64
#pragma tuner value alpha = 2
#pragma tuner value beta = 3
#pragma tuner input A[i] = 1
#pragma tuner input C[i] = 1
#pragma tuner ensures forall i: C[i] == 11

__global__ void syrk(const float *A, float *C, float alpha, float beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  C[i * 8 + j] *= beta;
  for (int k = 0; k < 4; k++)
    C[i * 8 + j] += alpha * A[i * 4 + k] * A[j * 4 + k];
}
