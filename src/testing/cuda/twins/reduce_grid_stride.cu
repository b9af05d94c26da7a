// Reduction in which an item first adds what lies a grid apart, so that few groups do all.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param TS = {1, 2, 4}
#pragma tuner items size / TS
#pragma tuner local part = WG
#pragma tuner array result = size / TS / WG
#pragma tuner input data[i] = i
#pragma tuner ensures sum(result) == sum(data)
#pragma tuner require size % (TS * WG) == 0

__global__ void reduce(const float *data, float *result) {
  extern __shared__ float part[];
  int lid = threadIdx.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += (gridDim.x * blockDim.x))
    sum += data[i];
  part[lid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (lid < s)
      part[lid] = part[lid] + part[lid + s];
    __syncthreads();
  }
  if (lid == 0)
    result[blockIdx.x] = part[lid];
}
