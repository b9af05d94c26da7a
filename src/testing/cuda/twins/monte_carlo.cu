// Paths by a small generator, averaged over the group.
#pragma tuner param WG = {4, 8}
#pragma tuner param PATHS = {2, 4}
#pragma tuner local sums = WG
#pragma tuner array result = size / WG

__device__ float next(unsigned int *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (float)(*seed >> 8) / 16777216.0f;
}
__global__ void paths(const unsigned int *seeds, float *result) {
  extern __shared__ float sums[];
  int lid = threadIdx.x;
  unsigned int seed = seeds[blockIdx.x * blockDim.x + threadIdx.x];
  float sum = 0.0f;
  for (int p = 0; p < PATHS; p++) {
    float a = next(&seed), b = next(&seed);
    sum += a * a + b * b < 1.0f ? 1.0f : 0.0f;
  }
  sums[lid] = sum;
  __syncthreads();
  if (lid == 0) {
    float total = 0.0f;
    for (int i = 0; i < blockDim.x; i++)
      total += sums[i];
    result[blockIdx.x] = total / (PATHS * blockDim.x);
  }
}
