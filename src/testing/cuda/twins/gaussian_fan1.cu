// Multipliers of an elimination step, below the pivot alone.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items 8
#pragma tuner array m = 64
#pragma tuner array a = 64
#pragma tuner value t = 2
#pragma tuner input a[i] = 2
#pragma tuner ensures forall i in 3..8: m[i * 8 + 2] == 1

__global__ void fan1(float *m, const float *a, const int t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 8 - 1 - t)
    m[8 * (i + t + 1) + t] = a[8 * (i + t + 1) + t] / a[8 * t + t];
}
