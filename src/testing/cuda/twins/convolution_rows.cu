// A row filter with its coefficients in constant memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local tile = WG + 4
#pragma tuner array in = size + 4
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 9

__constant__ float taps[5] = {1.0f, 2.0f, 3.0f, 2.0f, 1.0f};
__global__ void rows(const float *in, float *out) {
  extern __shared__ float tile[];
  int lid = threadIdx.x, gid = blockIdx.x * blockDim.x + threadIdx.x;
  tile[lid] = in[gid];
  if (lid < 4)
    tile[blockDim.x + lid] = in[gid + blockDim.x];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 5; k++)
    sum += taps[k] * tile[lid + k];
  out[gid] = sum;
}
