// Three vectors, as bandwidth is measured.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner value s = 2
#pragma tuner input b[i] = i
#pragma tuner input c[i] = 1
#pragma tuner ensures forall i: a[i] == i + 2

__global__ void triad(float *a, const float *b, const float *c,
                      const float s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = b[i] + s * c[i];
}
