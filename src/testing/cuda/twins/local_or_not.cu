// Whether a tile goes through local memory is a parameter.
#pragma tuner param WG = {4, 8}
#pragma tuner param USE_LOCAL = {0, 1}
#pragma tuner input in[i] = i
#pragma tuner array in = size
#pragma tuner ensures forall i: out[i] == sum(k in 0..WG: i - i % WG + k)

__global__ void sums(const int *in, int *out) {
  int sum = 0, lid = threadIdx.x, base = blockIdx.x * WG;
#if USE_LOCAL
  __shared__ int tile[WG];
  tile[lid] = in[base + lid];
  __syncthreads();
#endif
  for (int k = 0; k < WG; k++) {
#if USE_LOCAL == 1
    sum += tile[k];
#else
    sum += in[base + k];
#endif
  }
  out[base + lid] = sum;
}
