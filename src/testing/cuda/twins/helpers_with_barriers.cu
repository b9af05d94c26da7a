// A reduction made of helpers, one of which has the barriers.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array out = size / WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == WG

__device__ void add(int *p, int to, int from) { p[to] += p[from]; }
__device__ int fold(int *p, int lid, int n) {
  for (int s = n / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (lid < s) add(p, lid, lid + s);
  }
  __syncthreads();
  return p[0];
}
__global__ void sums(const int *in, int *out) {
  extern __shared__ int part[];
  int lid = threadIdx.x;
  part[lid] = in[blockIdx.x * blockDim.x + threadIdx.x];
  int sum = fold(part, lid, blockDim.x);
  if (lid == 0) out[blockIdx.x] = sum;
}
