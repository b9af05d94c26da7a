// differences of neighbours by loads that are not kept: right
// launch differences: 2 of 32; in[50], out[49], n = 50
__global__ void differences(const int *__restrict__ in, int *__restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) __stcs(out + i, __ldcs(in + i + 1) - __ldcs(in + i));
}

#pragma tuner ensures forall i < 49: out[i] == 2 * i + 1

int main() {
  const int n = 50;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, (n - 1) * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = i * i;
  differences<<<(n + 31) / 32, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  return 0;
}
