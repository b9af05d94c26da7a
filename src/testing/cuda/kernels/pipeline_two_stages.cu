// two stages of copies under way, each thread reads its own: right
// launch stages: 1 of 64; in[256], out[64], tiles = 4
#include <cuda_pipeline.h>
__global__ void stages(const float *in, float *out, int tiles) {
  __shared__ float buffer[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  float sum = 0.0f;
  for (int i = 0; i < tiles; i++) {
    if (i + 1 < tiles) {
      __pipeline_memcpy_async(&buffer[(i + 1) & 1][t], &in[(i + 1) * 64 + t], sizeof(float));
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else __pipeline_wait_prior(0);
    sum += buffer[i & 1][t];
  }
  out[t] = sum;
}

#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner array in = 256
#pragma tuner value tiles = 4
#pragma tuner input in[i] = i % 10
#pragma tuner ensures forall t < 64: out[t] == sum(k < 4: in[k * 64 + t])
