// A step of Jacobi's method in one dimension, the ends kept.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner input a[i] = 3
#pragma tuner ensures forall i: b[i] == 3

__global__ void jacobi(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < size - 1)
    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0f;
  else
    b[i] = a[i];
}
