// Option prices: much arithmetic, few accesses, a helper for the distribution.
#pragma tuner param WG = {4, 8, 16}

__device__ float phi(float x) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
  float poly = k * (0.31938153f + k * (-0.356563782f + k * 1.781477937f));
  float p = 1.0f - 0.39894228f * expf(-0.5f * x * x) * poly;
  return x < 0.0f ? 1.0f - p : p;
}
__global__ void prices(const float *s, const float *x, float *call,
                       float *put) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float price = s[i] + 5.0f, strike = x[i] + 1.0f;
  float d1 = (logf(price / strike) + 0.06f) / 0.3f, d2 = d1 - 0.3f;
  float c = price * phi(d1) - strike * expf(-0.02f) * phi(d2);
  call[i] = c;
  put[i] = c - price + strike * expf(-0.02f);
}
