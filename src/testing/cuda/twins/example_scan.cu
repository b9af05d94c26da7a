// Prefix sum of each group (Hillis and Steele): in every step an item adds the value at a distance that
// doubles. Two halves of local memory take turns, so that one barrier a step is enough.
#pragma tuner param WG = pow2(2, size)
#pragma tuner local temp = 2 * WG
#pragma tuner input input[i] = i * 5 % 7
#pragma tuner ensures forall i < size: output[i] == sum(k <= i % WG: input[i - k])

__global__ void scan(const float *input, float *output) {
  extern __shared__ float temp[];
  int lid = threadIdx.x;
  int n = blockDim.x;
  int out = 0, in = 1;
  temp[lid] = input[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int offset = 1; offset < n; offset <<= 1) {
    out = 1 - out;
    in = 1 - out;
    if (lid >= offset)
      temp[out * n + lid] = temp[in * n + lid] + temp[in * n + lid - offset];
    else
      temp[out * n + lid] = temp[in * n + lid];
    __syncthreads();
  }
  output[blockIdx.x * blockDim.x + threadIdx.x] = temp[out * n + lid];
}
