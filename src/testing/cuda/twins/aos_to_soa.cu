// Triples in a row are taken apart by way of local memory.
#pragma tuner param WG = {4, 8}
#pragma tuner local t = 3 * WG
#pragma tuner array in = 3 * size
#pragma tuner array out = 3 * size
#pragma tuner input in[i] = i % 3
#pragma tuner ensures forall i: out[i] == i / size

__global__ void apart(const int *in, int *out) {
  extern __shared__ int t[];
  int lid = threadIdx.x, n = blockDim.x, gid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 3; k++)
    t[k * n + lid] = in[blockIdx.x * 3 * n + k * n + lid];
  __syncthreads();
  for (int k = 0; k < 3; k++)
    out[k * size + gid] = t[lid * 3 + k];
}
