// a histogram whose bins exceed the array: bounds
#include <cuda_runtime.h>
#define BINS 10

__global__ void hist(const unsigned char *in, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int b = in[i] / 25;
    atomicAdd(&bins[b], 1); // !
  }
}

int main() {
  int n = 256;
  unsigned char h[256], *d_in;
  int *d_bins;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d_in, n);
  cudaMalloc(&d_bins, BINS * sizeof(int));
  cudaMemset(d_bins, 0, BINS * sizeof(int));
  cudaMemcpy(d_in, h, n, cudaMemcpyHostToDevice);
  hist<<<1, 256>>>(d_in, d_bins, n);
}
