// The upper triangle of a symmetric product: every item has a longer row than the next.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items 8
#pragma tuner array data = 64
#pragma tuner array symmat = 64
#pragma tuner input data[i] = 1
#pragma tuner ensures forall i: symmat[i] == 8

__global__ void covariance(const float *data, float *symmat) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j2 = j1; j2 < 8; j2++) {
    float sum = 0.0f;
    for (int i = 0; i < 8; i++)
      sum += data[i * 8 + j1] * data[i * 8 + j2];
    symmat[j1 * 8 + j2] = sum;
    symmat[j2 * 8 + j1] = sum;
  }
}
