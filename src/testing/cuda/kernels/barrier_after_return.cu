// threads beyond the data return before a barrier: right
// launch shift: 2 of 64; in[100], out[100], n = 100
__global__ void shift(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = threadIdx.x == 0 ? s[0] : s[threadIdx.x - 1];
}

#pragma tuner ensures forall i < 100: out[i] == (i % 64 == 0 ? in[i] : in[i - 1])

int main() {
  const int n = 100;
  int h[n];
  for (int i = 0; i < n; i++) h[i] = 5 * i % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  shift<<<(n - 1) / 64 + 1, 64>>>(in, out, n);
  return 0;
}
