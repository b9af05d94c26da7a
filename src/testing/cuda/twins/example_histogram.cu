// Histogram: a group counts its part of the data in local memory with atomics, and adds its counts to the
// result in global memory once. Larger groups mean fewer additions to global memory.
#define BINS 16
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner param TS = pow2(1, size/2)
#pragma tuner require WG * TS <= size
#pragma tuner items size / TS
#pragma tuner input data[i] = i * i
#pragma tuner input result[i] = 0
#pragma tuner ensures forall b < BINS: result[b] == count(i < size: data[i] % BINS == b)

__global__ void histogram(const unsigned char *data, unsigned int *result, int TS) {
  __shared__ unsigned int counts[BINS];
  for (int i = threadIdx.x; i < BINS; i += blockDim.x)
    counts[i] = 0;
  __syncthreads();
  for (int i = 0; i < TS; ++i) {
    unsigned char value = data[blockIdx.x * blockDim.x + threadIdx.x + i * (gridDim.x * blockDim.x)];
    atomicAdd(&counts[value % BINS], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < BINS; i += blockDim.x)
    atomicAdd(&result[i], counts[i]);
}
