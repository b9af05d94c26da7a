// a sum kept in bfloat16 loses its small parts: result
// launch sum: 1 of 1; in[40], out[1]
#include <cuda_bf16.h>
#pragma tuner local_size 1
#pragma tuner items 1
#pragma tuner array in = 40
#pragma tuner array out = 1
#pragma tuner input in[i] = 100
#pragma tuner ensures out[0] == 4000
__global__ void sum(const __nv_bfloat16 *in, float *out) {
  __nv_bfloat16 total = __float2bfloat16(0.0f);
  for (int i = 0; i < 40; i++) total = __float2bfloat16(__bfloat162float(total) + __bfloat162float(in[i])); // !
  out[0] = __bfloat162float(total);
}
