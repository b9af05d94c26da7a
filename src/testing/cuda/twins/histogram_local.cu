// Histogram with a copy of the bins for each group.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param TS = {1, 2}
#pragma tuner items size / TS
#pragma tuner array bins = 8
#pragma tuner input data[i] = i * 3
#pragma tuner input bins[i] = 0
#pragma tuner ensures sum(bins) == size

#define BINS 8
__global__ void histogram(const unsigned int *data, unsigned int *bins) {
  __shared__ unsigned int mine[BINS];
  for (int i = threadIdx.x; i < BINS; i += blockDim.x)
    mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += (gridDim.x * blockDim.x))
    atomicAdd(&mine[data[i] % BINS], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < BINS; i += blockDim.x)
    atomicAdd(&bins[i], mine[i]);
}
