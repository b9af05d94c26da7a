// The diagonal block of a factorisation, by one group.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items WG
#pragma tuner array m = WG * WG
#pragma tuner input m[i] = i % (WG + 1) == 0 ? 2 : 1

__global__ void lud(float *m) {
  __shared__ float shadow[WG * WG];
  int tx = threadIdx.x;
  for (int i = 0; i < WG; i++)
    shadow[i * WG + tx] = m[i * WG + tx];
  __syncthreads();
  for (int i = 0; i < WG - 1; i++) {
    if (tx > i) {
      for (int j = 0; j < i; j++)
        shadow[tx * WG + i] -= shadow[tx * WG + j] * shadow[j * WG + i];
      shadow[tx * WG + i] /= shadow[i * WG + i];
    }
    __syncthreads();
    if (tx > i)
      for (int j = 0; j < i + 1; j++)
        shadow[(i + 1) * WG + tx] -= shadow[(i + 1) * WG + j] * shadow[j * WG + tx];
    __syncthreads();
  }
  for (int i = 1; i < WG; i++)
    m[i * WG + tx] = shadow[i * WG + tx];
}
