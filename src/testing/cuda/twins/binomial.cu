// A binomial tree in local memory: each level is one item shorter.
#pragma tuner param WG = {4, 8}
#pragma tuner array out = size / WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 1

__global__ void binomial(const float *in, float *out) {
  __shared__ float values[WG];
  __shared__ float next[WG];
  int lid = threadIdx.x, n = blockDim.x;
  values[lid] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int j = n - 1; j > 0; j -= 2) {
    if (lid < j)
      next[lid] = 0.5f * values[lid] + 0.5f * values[lid + 1];
    __syncthreads();
    if (lid < j - 1)
      values[lid] = 0.5f * next[lid] + 0.5f * next[lid + 1];
    __syncthreads();
  }
  if (lid == 0)
    out[blockIdx.x] = next[0];
}
