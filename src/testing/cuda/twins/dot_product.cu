// Dot product with the products reduced in local memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array c = size / WG
#pragma tuner input a[i] = i % 3
#pragma tuner input b[i] = i % 4
#pragma tuner ensures sum(c) == sum(i: a[i] * b[i])

__global__ void dot_product(const float *a, const float *b, float *c) {
  extern __shared__ float part[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lid = threadIdx.x;
  part[lid] = a[i] * b[i];
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    __syncthreads();
    if (lid < s)
      part[lid] += part[lid + s];
  }
  if (lid == 0)
    c[blockIdx.x] = part[0];
}
