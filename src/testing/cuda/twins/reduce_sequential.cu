// Reduction by halves, the sums packed in front.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array result = size / WG
#pragma tuner input data[i] = i % 5
#pragma tuner ensures sum(result) == sum(data)

__global__ void reduce(const int *data, int *result) {
  extern __shared__ int part[];
  unsigned int lid = threadIdx.x;
  part[lid] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    __syncthreads();
  }
  if (lid == 0)
    result[blockIdx.x] = part[0];
}
