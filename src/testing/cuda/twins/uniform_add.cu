// Adds the sum of the groups before to each element, by one read for a group.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array sums = size / WG
#pragma tuner input data[i] = 1
#pragma tuner input sums[i] = i
#pragma tuner ensures forall i: data[i] == 1 + i / WG

__global__ void uniform_add(int *data, const int *sums) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = sums[blockIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] += sum;
}
