// floats to bfloat16 and back: right
// launch to_bf16: 2 of 64; in[100], out[100], n = 100
#include <cuda_bf16.h>
__global__ void to_bf16(const float *in, __nv_bfloat16 *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2bfloat16(in[i]);
}

#pragma tuner ensures forall i < 100: out[i] == i * 2

int main() {
  const int n = 100;
  float h[n], *in;
  __nv_bfloat16 *out;
  for (int i = 0; i < n; i++) h[i] = i * 2;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(__nv_bfloat16));
  cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
  to_bf16<<<(n + 63) / 64, 64>>>(in, out, n);
  return 0;
}
