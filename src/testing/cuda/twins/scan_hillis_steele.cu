// Inclusive scan of each group, two halves of local memory taking turns.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local temp = 2 * WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == i % WG + 1

__global__ void scan(const int *in, int *out) {
  extern __shared__ int temp[];
  int lid = threadIdx.x, n = blockDim.x;
  int to = 0, from = 1;
  temp[lid] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (lid >= offset)
      temp[to * n + lid] = temp[from * n + lid] + temp[from * n + lid - offset];
    else
      temp[to * n + lid] = temp[from * n + lid];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = temp[to * n + lid];
}
