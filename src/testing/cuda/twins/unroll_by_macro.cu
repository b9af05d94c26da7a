// A loop that is unrolled by macros, as far as a parameter says.
#pragma tuner param WG = {4}
#pragma tuner param U = {1, 2, 4}
#pragma tuner array in = 8 * size
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 8

#define STEP(k) sum += in[(j + k) * size + (blockIdx.x * blockDim.x + threadIdx.x)];
#if U >= 2
#define TWO(k) STEP(k) STEP(k + 1)
#endif
__global__ void sums(const float *in, float *out) {
  float sum = 0.0f;
  for (int j = 0; j < 8; j += U) {
#if U == 1
    STEP(0)
#elif U == 2
    TWO(0)
#else
    TWO(0) TWO(2)
#endif
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
