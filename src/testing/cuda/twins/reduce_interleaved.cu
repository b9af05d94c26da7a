// Reduction by neighbours at growing distances.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array result = size / WG
#pragma tuner input data[i] = (i * 7 + 3) % 11
#pragma tuner ensures sum(result) == sum(data)

__global__ void reduce(const int *data, int *result) {
  extern __shared__ int part[];
  int lid = threadIdx.x;
  part[lid] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (lid % (2 * s) == 0)
      part[lid] += part[lid + s];
    __syncthreads();
  }
  if (lid == 0)
    result[blockIdx.x] = part[0];
}
