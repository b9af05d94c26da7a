// loads and stores with cache hints, in a launch of bounded size: right
// launch stream: 2 of 64; in[100], out[100], n = 100
__global__ void __launch_bounds__(64, 2) stream(const float4 *__restrict__ in, float *__restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float4 v = __ldcs(&in[i]);
    __stcs(&out[i], v.x + v.y + v.z + v.w);
  }
}

#pragma tuner ensures forall i < 100: out[i] == 4 * i + 6

int main() {
  const int n = 100;
  float4 *in;
  float *out;
  cudaMallocManaged(&in, n * sizeof(float4));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) in[i] = make_float4(i, i + 1, i + 2, i + 3);
  stream<<<(n + 63) / 64, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  return 0;
}
