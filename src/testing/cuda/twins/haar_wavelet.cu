// All levels of a Haar wavelet of a group's data, half of the items at work in each.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner local data = 2 * WG
#pragma tuner input in[i] = 1

__global__ void haar(const float *in, float *out) {
  extern __shared__ float data[];
  int lid = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  data[lid] = in[base + lid];
  data[lid + blockDim.x] = in[base + lid + blockDim.x];
  __syncthreads();
  for (int active = n / 2; active > 0; active >>= 1) {
    float low = 0.0f;
    if (lid < active) {
      float a = data[2 * lid], b = data[2 * lid + 1];
      low = (a + b) * 0.5f;
      out[base + active + lid] = (a - b) * 0.5f;
    }
    __syncthreads();
    if (lid < active)
      data[lid] = low;
    __syncthreads();
  }
  if (lid == 0)
    out[base] = data[0];
}
