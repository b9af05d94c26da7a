// Two products with one matrix in a pass.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array A = 4 * size
#pragma tuner array r = 4
#pragma tuner array s = size
#pragma tuner input A[i] = 2
#pragma tuner input r[i] = i
#pragma tuner ensures forall i: s[i] == 12

__global__ void bicg(const float *A, const float *r, float *s) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < size) {
    s[j] = 0.0f;
    int i = 0;
    while (i < 4) {
      s[j] += A[i * size + j] * r[i];
      i++;
    }
  }
}
