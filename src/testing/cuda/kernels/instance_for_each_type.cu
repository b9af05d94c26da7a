// a template that the text instantiates for a type and a length: right
// launch scale<int, 8>: 2 of 8; x[16], by = 3
template <typename T, int THREADS> __global__ void __launch_bounds__(THREADS) scale(T *x, T by) {
  static_assert(THREADS % 8 == 0, "whole vectors");
  x[blockIdx.x * THREADS + threadIdx.x] *= by;
}
template __global__ void scale<int, 8>(int *, int);

#pragma tuner ensures forall i < 16: x[i] == 3 * i

int main() {
  int *x;
  cudaMallocManaged(&x, 16 * sizeof(int));
  for (int i = 0; i < 16; i++) x[i] = i;
  scale<int, 8><<<2, 8>>>(x, 3);
  cudaDeviceSynchronize();
  return 0;
}
