// prefix sums in two halves of shared memory, given at the launch: right
// launch scan: 1 of 64, 512 bytes; g_odata[64], g_idata[64], n = 64
__global__ void scan(float *g_odata, const float *g_idata, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset) temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
    else temp[pout * n + thid] = temp[pin * n + thid];
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

#pragma tuner ensures forall i < 64: g_odata[i] == sum(k < i: g_idata[k])

int main() {
  const int n = 64;
  float h[n];
  for (int i = 0; i < n; i++) h[i] = i % 5;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
  scan<<<1, n, 2 * n * sizeof(float)>>>(out, in, n);
  return 0;
}
