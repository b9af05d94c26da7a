// Histogram with counters of each item in local memory, added up by the items.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 4
#pragma tuner local counts = 4 * WG
#pragma tuner array data = size
#pragma tuner array bins = 4 * size / 4 / WG
#pragma tuner input data[i] = i
#pragma tuner ensures sum(bins) == size

__global__ void histogram(const unsigned char *data, unsigned int *bins) {
  extern __shared__ unsigned char counts[];
  int lid = threadIdx.x, n = blockDim.x;
  for (int b = 0; b < 4; b++)
    counts[b * n + lid] = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char value = data[(blockIdx.x * blockDim.x + threadIdx.x) * 4 + i] & 3;
    counts[value * n + lid]++;
  }
  __syncthreads();
  for (int b = lid; b < 4; b += n) {
    unsigned int sum = 0;
    for (int i = 0; i < n; i++)
      sum += counts[b * n + i];
    bins[blockIdx.x * 4 + b] = sum;
  }
}
