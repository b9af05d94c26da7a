// Batcher's odd-even merge sort in local memory: of the pairs of a pass, only some are compared.
#pragma tuner param WG = {2, 4, 8, 16}
#pragma tuner local keys = WG
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = (i * 3 + 1) % WG
#pragma tuner ensures forall i: out[i] == i % WG

__global__ void sort(const int *in, int *out) {
  extern __shared__ int keys[];
  int lid = threadIdx.x, n = blockDim.x;
  keys[lid] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int p = 1; p < n; p *= 2) {
    for (int k = p; k > 0; k /= 2) {
      int first = k % p, other = lid + k;
      bool left = lid >= first && (lid - first) / k % 2 == 0;
      if (left && other < n && lid / (2 * p) == other / (2 * p)) {
        int a = keys[lid], b = keys[other];
        keys[lid] = min(a, b);
        keys[other] = max(a, b);
      }
      __syncthreads();
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = keys[lid];
}
