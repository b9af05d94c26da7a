// Histogram by atomics in global memory alone.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array bins = 4
#pragma tuner input data[i] = i
#pragma tuner input bins[i] = 0
#pragma tuner ensures forall b: bins[b] == size / 4

__global__ void histogram(const int *data, volatile int *bins) {
  atomicAdd(&bins[data[blockIdx.x * blockDim.x + threadIdx.x] & 3], 1);
}
