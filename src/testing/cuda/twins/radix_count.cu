// A pass of a radix sort: how often each digit occurs in a group.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array counts = 4 * size / WG
#pragma tuner value shift = 2
#pragma tuner input keys[i] = i * 3
#pragma tuner ensures sum(counts) == size

__global__ void count(const unsigned int *keys, unsigned int *counts, unsigned int shift) {
  __shared__ unsigned int mine[4];
  int lid = threadIdx.x;
  if (lid < 4)
    mine[lid] = 0;
  __syncthreads();
  atomicAdd(&mine[(keys[blockIdx.x * blockDim.x + threadIdx.x] >> shift) & 3], 1);
  __syncthreads();
  if (lid < 4)
    counts[blockIdx.x * 4 + lid] = mine[lid];
}
