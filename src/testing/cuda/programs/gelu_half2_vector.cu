// GELU on halves in pairs, a tail by one thread each: right
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math_constants.h>

__device__ __forceinline__ float gelu_tanh(float x) {
  const float kAlpha = 0.7978845608028654f;
  const float kBeta = 0.044715f;
  float inner = kAlpha * (x + kBeta * x * x * x);
  return 0.5f * x * (1.0f + tanhf(inner));
}

__global__ void gelu_half2(const __half *__restrict__ in, __half *__restrict__ out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  if (i + 1 < n) {
    __half2 h = *reinterpret_cast<const __half2 *>(in + i);
    float2 f = __half22float2(h);
    f.x = gelu_tanh(f.x);
    f.y = gelu_tanh(f.y);
    *reinterpret_cast<__half2 *>(out + i) = __float22half2_rn(f);
  } else if (i < n) {
    out[i] = __float2half(gelu_tanh(__half2float(in[i])));
  }
}

void launch_gelu(const __half *in, __half *out, int n, cudaStream_t stream) {
  int threads = 128;
  int blocks = ((n + 1) / 2 + threads - 1) / threads;
  gelu_half2<<<blocks, threads, 0, stream>>>(in, out, n);
}
