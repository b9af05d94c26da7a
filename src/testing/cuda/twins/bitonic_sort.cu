// All passes of a bitonic sort in local memory: a barrier in two loops, the inner one as long as the outer says.
#pragma tuner param WG = {2, 4, 8, 16}
#pragma tuner local keys = WG
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = (i * 5 + 3) % WG
#pragma tuner ensures forall i: out[i] == i % WG

__global__ void sort(const int *in, int *out) {
  extern __shared__ int keys[];
  int lid = threadIdx.x, n = blockDim.x;
  keys[lid] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int len = 2; len <= n; len <<= 1) {
    for (int inc = len / 2; inc > 0; inc >>= 1) {
      int other = lid ^ inc;
      if (other > lid) {
        int a = keys[lid], b = keys[other];
        bool up = (lid & len) == 0;
        keys[lid] = up ? min(a, b) : max(a, b);
        keys[other] = up ? max(a, b) : min(a, b);
      }
      __syncthreads();
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = keys[lid];
}
