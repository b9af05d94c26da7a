// An odd-even sort in local memory, all pairs compared in every step.
#pragma tuner param WG = {4, 8}
#pragma tuner items size / 2
#pragma tuner local keys = 2 * WG
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = (i * 7 + 3) % 11

__global__ void sort(const int *in, int *out) {
  extern __shared__ int keys[];
  int lid = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  keys[2 * lid] = in[base + 2 * lid];
  keys[2 * lid + 1] = in[base + 2 * lid + 1];
  for (int s = 0; s < n; s++) {
    __syncthreads();
    int i = 2 * lid + s % 2;
    if (i < n - 1) {
      int a = keys[i], b = keys[i + 1];
      keys[i] = min(a, b);
      keys[i + 1] = max(a, b);
    }
  }
  __syncthreads();
  out[base + 2 * lid] = keys[2 * lid];
  out[base + 2 * lid + 1] = keys[2 * lid + 1];
}
