// differences of neighbours by a load of what follows the last: bounds
// launch differences: 2 of 32; in[50], out[50], n = 50
__global__ void differences(const int *__restrict__ in, int *__restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __stcs(out + i, __ldcs(in + i + 1) - __ldcs(in + i)); // !
}

int main() {
  const int n = 50;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = i * i;
  differences<<<(n + 31) / 32, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  return 0;
}
