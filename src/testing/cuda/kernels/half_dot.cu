// dot product of halves, summed up as floats: right
// launch dot: 1 of 32; a[75], b[75], out[1], n = 75
#include <cuda_fp16.h>
__global__ void dot(const __half *a, const __half *b, float *out, int n) {
  float sum = 0.0f;
  for (int i = threadIdx.x; i < n; i += 32) sum += __half2float(__hmul(a[i], b[i]));
#pragma unroll
  for (int o = 16; o >= 1; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o, 32);
  if (threadIdx.x == 0) *out = sum;
}

#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array a = 75
#pragma tuner array b = 75
#pragma tuner array out = 1
#pragma tuner value n = 75
#pragma tuner input a[i] = i % 6
#pragma tuner input b[i] = i % 4 - 1
#pragma tuner ensures out[0] == sum(i < 75: (i % 6) * (i % 4 - 1))
