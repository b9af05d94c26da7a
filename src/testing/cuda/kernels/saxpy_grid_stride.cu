// saxpy in a loop over the grid, in managed memory: right
// launch saxpy: 2 of 64; n = 500, a = 2, x[500], y[500]
__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

#pragma tuner ensures forall i < 500: y[i] == 2 * (i % 10) + 1

int main(void) {
  int N = 500;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) {
    x[i] = i % 10;
    y[i] = 1.0f;
  }
  saxpy<<<2, 64>>>(N, 2.0f, x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  return 0;
}
