// axpy of halves, two at once: right
// launch axpy: 1 of 32; x[64], y[64], n = 64
#include <cuda_fp16.h>
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input x[i] = i % 8
#pragma tuner input y[i] = i % 5
#pragma tuner array x = 64
#pragma tuner array y = 64
#pragma tuner input n = 64
#pragma tuner ensures forall i < 64: y[i] == 3 * x[i] + old(y[i])
__global__ void axpy(const half *x, half *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    const half2 *x2 = reinterpret_cast<const half2 *>(x);
    half2 *y2 = reinterpret_cast<half2 *>(y);
    y2[i] = __hfma2(__float2half2_rn(3.0f), x2[i], y2[i]);
  }
}
