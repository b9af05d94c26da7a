// dynamic shared memory dealt out by hand to arrays of three types: right
// launch deal: 2 of 32, 512 bytes; x[64], k[64], out[64], n = 64
__global__ void deal(const float *x, const int *k, float *out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double *sums = reinterpret_cast<double *>(raw);
  float *values = reinterpret_cast<float *>(sums + blockDim.x);
  int *keys = (int *)&values[blockDim.x];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  values[t] = i < n ? x[i] : 0.0f;
  keys[t] = i < n ? k[i] : 0;
  sums[t] = 0.0;
  __syncthreads();
  for (int j = 0; j < blockDim.x; j++)
    if (keys[j] == keys[t]) sums[t] += values[j];
  if (i < n) out[i] = (float)sums[t];
}

#pragma tuner ensures forall i < 64: out[i] == sum(j < 32: k[i / 32 * 32 + j] == k[i] ? x[i / 32 * 32 + j] : 0)

int main() {
  const int n = 64, threads = 32;
  float *x, *out;
  int *k;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&k, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = i % 9;
    k[i] = i % 5;
  }
  const size_t bytes = threads * (sizeof(double) + sizeof(float) + sizeof(int));
  deal<<<n / threads, threads, bytes>>>(x, k, out, n);
  cudaDeviceSynchronize();
  return 0;
}
