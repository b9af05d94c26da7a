// A vector plus a matrix times another, with a guard.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array a = 4 * size
#pragma tuner array y = 4
#pragma tuner input x[i] = 1
#pragma tuner input a[i] = 1
#pragma tuner input y[i] = 1
#pragma tuner ensures forall i: x[i] == 5

__global__ void mvt(const float *a, float *x, const float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  for (int j = 0; j < 4; j++)
    x[i] += a[i * 4 + j] * y[j];
}
