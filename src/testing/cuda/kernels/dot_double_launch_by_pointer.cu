// dot product with atomic additions of doubles, launched by a pointer: right
// launch dot: 2 of 64; a[333], b[333], result[1], n = 333
__global__ void dot(const double *a, const double *b, double *result, int n) {
  __shared__ double cache[64];
  double temp = 0;
  for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < n; tid += blockDim.x * gridDim.x) temp += a[tid] * b[tid];
  cache[threadIdx.x] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
    i /= 2;
  }
  if (threadIdx.x == 0) atomicAdd(result, cache[0]);
}

#pragma tuner ensures result[0] == sum(i < 333: a[i] * b[i])

int main() {
  int n = 333;
  double *a, *b, *result;
  cudaMallocManaged(&a, n * sizeof(double));
  cudaMallocManaged(&b, n * sizeof(double));
  cudaMallocManaged(&result, sizeof(double));
  for (int i = 0; i < n; i++) {
    a[i] = i % 6;
    b[i] = 3 - i % 4;
  }
  *result = 0;
  void *args[] = {&a, &b, &result, &n};
  cudaLaunchKernel((void *)dot, dim3(2), dim3(64), args, 0, 0);
  cudaDeviceSynchronize();
  return 0;
}
