// Columns of a matrix divided by their sums, kept in local memory on the way.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items 8
#pragma tuner array m = 64
#pragma tuner local part = 8 * WG
#pragma tuner input m[i] = 2

__global__ void normalise(float *m) {
  extern __shared__ float part[];
  int c = blockIdx.x * blockDim.x + threadIdx.x, lid = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < 8; r++) {
    part[r * WG + lid] = m[r * 8 + c];
    sum += part[r * WG + lid];
  }
  for (int r = 7; r >= 0; r--)
    m[r * 8 + c] = part[r * WG + lid] / sum;
}
