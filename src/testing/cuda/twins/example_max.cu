// Maximum reduction with a tree of growing distance: in step s, every item whose number is a multiple of
// 2 s takes in its neighbour at distance s. The same work as in sum.cl, by other items.
#pragma tuner param WG = pow2(2, size)
#pragma tuner local scratch = WG
#pragma tuner input input[i] = i * 5 % 16 - 9
#pragma tuner ensures forall g < size / WG: output[g] == max(i < WG: input[g * WG + i])

__global__ void max_reduction(const int *input, int *output) {
  extern __shared__ int scratch[];
  const size_t lid = threadIdx.x;
  scratch[lid] = input[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (size_t s = 1; s < blockDim.x; s *= 2) {
    if (lid % (2 * s) == 0)
      scratch[lid] = max(scratch[lid], scratch[lid + s]);
    __syncthreads();
  }
  if (lid == 0)
    output[blockIdx.x] = scratch[0];
}
