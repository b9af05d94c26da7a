// A mistake to learn from: items read their neighbour's element without a barrier after it was written,
// so they may see the old value. The result depends on who is faster.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner local tile = WG
#pragma tuner input input[i] = i * i
#pragma tuner ensures forall i < size: output[i] == input[i / WG * WG + (i + 1) % WG] - input[i]

__global__ void racy(const float *input, float *output) {
  extern __shared__ float tile[];
  int lid = threadIdx.x;
  tile[lid] = input[blockIdx.x * blockDim.x + threadIdx.x];
  // missing: __syncthreads();
  float neighbour = tile[(lid + 1) % blockDim.x];
  output[blockIdx.x * blockDim.x + threadIdx.x] = neighbour - tile[lid];
}
