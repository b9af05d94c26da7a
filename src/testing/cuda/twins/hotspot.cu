// Heat in a chip: several steps in local memory before anything is written back, on a shrinking part.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param STEPS = {1, 2}
#pragma tuner input temp[i] = 4
#pragma tuner input power[i] = 0
#pragma tuner ensures forall i: result[i] == 4

__global__ void hotspot(const float *temp, const float *power,
                        float *result) {
  __shared__ float now[WG];
  __shared__ float next[WG];
  int gid = blockIdx.x * blockDim.x + threadIdx.x, lid = threadIdx.x, last = blockDim.x - 1;
  now[lid] = temp[gid];
  float p = power[gid];
  __syncthreads();
  for (int i = 0; i < STEPS; i++) {
    float west = lid == 0 ? now[lid] : now[lid - 1];
    float east = lid == last ? now[lid] : now[lid + 1];
    next[lid] = now[lid] + 0.25f * (west + east - 2.0f * now[lid]) + p;
    __syncthreads();
    now[lid] = next[lid];
    __syncthreads();
  }
  result[gid] = now[lid];
}
