// shared memory is used again too early: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__global__ void layer_norm(const float *x, float *y, int rows, int n) {
  __shared__ float part[4];
  const int t = threadIdx.x;
  const float *row = x + blockIdx.x * n;
  const float v = t < n ? row[t] : 0.0f;
  part[t] = v;
  __syncthreads();
  const float mean = (part[0] + part[1] + part[2] + part[3]) / n;
  part[t] = t < n ? (v - mean) * (v - mean) : 0.0f;
  __syncthreads();
  const float variance = (part[0] + part[1] + part[2] + part[3]) / n;
  if (t < n) y[blockIdx.x * n + t] = (v - mean) / sqrtf(variance + 0.01f);
}
