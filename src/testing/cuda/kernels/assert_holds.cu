// an assertion in a kernel that holds, and a message that nobody reads: right
// launch check: 2 of 32; in[40], out[40], n = 40
#include <cassert>
#include <cstdio>
__global__ void check(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  assert(in[i] >= 0);
  if (in[i] > 100) printf("thread %d: %d is large\n", i, in[i]);
  out[i] = in[i] / 2;
}

#pragma tuner ensures forall i < 40: out[i] == 3 * i / 2

int main() {
  const int n = 40;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = 3 * i;
  check<<<(n + 31) / 32, 32>>>(in, out, n);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
  cudaDeviceSynchronize();
  return 0;
}
