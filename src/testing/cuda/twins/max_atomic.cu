// The largest element, by an atomic in local memory and one in global memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array result = 1
#pragma tuner input data[i] = (i * 5 + 2) % 17
#pragma tuner input result[i] = 0
#pragma tuner ensures result[0] == max(data)

__global__ void largest(const int *data, int *result) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  atomicMax(&most, data[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicMax(result, most);
}
