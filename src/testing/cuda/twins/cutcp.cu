// Boxes and their neighbours: a group works on a box, and loads the next ones into local memory in turn.
#pragma tuner param WG = {4, 8}
#pragma tuner array a = size
#pragma tuner local box = WG
#pragma tuner input a[i] = 1
#pragma tuner ensures forall i: f[i] == 3 * WG
#pragma tuner require size / WG >= 2

__global__ void boxes(const float *a, float *f) {
  extern __shared__ float box[];
  int lid = threadIdx.x, groups = gridDim.x;
  float sum = 0.0f;
  for (int nb = 0; nb < 3; nb++) {
    int other = (blockIdx.x + nb) % groups;
    box[lid] = a[other * blockDim.x + lid];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++)
      sum += box[j];
    __syncthreads();
  }
  f[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
