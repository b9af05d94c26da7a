// Exclusive scan by an up-sweep and a down-sweep, two elements for each item.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner local temp = 2 * WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == i % (2 * WG)

__global__ void scan(const int *in, int *out) {
  extern __shared__ int temp[];
  int lid = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  int offset = 1;
  temp[2 * lid] = in[base + 2 * lid];
  temp[2 * lid + 1] = in[base + 2 * lid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (lid < d) {
      int ai = offset * (2 * lid + 1) - 1;
      int bi = offset * (2 * lid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (lid == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (lid < d) {
      int ai = offset * (2 * lid + 1) - 1;
      int bi = offset * (2 * lid + 2) - 1;
      int t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[base + 2 * lid] = temp[2 * lid];
  out[base + 2 * lid + 1] = temp[2 * lid + 1];
}
