// the second factor of the first batch for all: wrong
#pragma tuner local_size 2, 2, 1
#pragma tuner items 4, 4, 2
__global__ void bmm(const float *a, const float *b, float *c, int batches, int n) {
  int row = blockIdx.y * 2 + threadIdx.y, col = blockIdx.x * 2 + threadIdx.x, z = blockIdx.z;
  if (row >= n || col >= n) return;
  float acc = 0.f;
  for (int k = 0; k < n; ++k) acc += a[(z * n + row) * n + k] * b[k * n + col];
  c[(z * n + row) * n + col] = acc;
}
