// the neighbours of another block are missing: wrong
#pragma tuner local_size 4
#pragma tuner items 8
__global__ void convolution(const float *x, const float *w, float *y, int n) {
  __shared__ float tile[6];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t + 1] = i < n ? x[i] : 0.0f;
  if (t == 0) tile[0] = tile[5] = 0.0f;
  __syncthreads();
  if (i < n) y[i] = w[0] * tile[t] + w[1] * tile[t + 1] + w[2] * tile[t + 2];
}
