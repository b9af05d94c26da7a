// a kernel that writes the tail of its last block: bounds
#include <cuda_runtime.h>
#include <vector>

__global__ void scale(float *data, float s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] *= s; // !
}

int main() {
  const int n = 1000;
  std::vector<float> h(n, 1.f);
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(d, 2.f);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
}
