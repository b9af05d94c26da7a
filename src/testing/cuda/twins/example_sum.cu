// Sum reduction: each work-item adds up TS elements with a stride of the whole NDRange, then the group
// adds its partial sums along a tree in local memory, halving the active items in each step.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner param TS = pow2(1, size/2)
#pragma tuner require WG * TS <= size
#pragma tuner items size / TS
#pragma tuner local partial = WG
#pragma tuner input input[i] = i * 5 % 7
#pragma tuner ensures sum(g < size / (WG * TS): output[g]) == sum(i < size: input[i])

__global__ void sum(const float *input, float *output, int TS) {
  extern __shared__ float partial[];
  int lid = threadIdx.x;
  float total = 0.0f;
  for (int i = 0; i < TS; ++i)
    total += input[blockIdx.x * blockDim.x + threadIdx.x + i * (gridDim.x * blockDim.x)];
  partial[lid] = total;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (lid < s)
      partial[lid] += partial[lid + s];
    __syncthreads();
  }
  if (lid == 0)
    output[blockIdx.x] = partial[0];
}
