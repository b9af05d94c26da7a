// a stride over the grid: right
#pragma tuner local_size 2
#pragma tuner items 4
__global__ void relu(const float *__restrict__ x, float *__restrict__ y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = x[i];
    y[i] = v < 0.0f ? 0.0f : v;
  }
}
