// y = A x for an 8192 x 8192 matrix; lanes threads share a row, rows rows go to a block.
#ifndef N
#define N 8192
#endif
#pragma tuner param lanes = {1, 2, 4, 8, 16, 32, 64, 128, 256}
#pragma tuner param rows = {1, 2, 4, 8, 16, 32, 64, 128, 256}
#pragma tuner param unrolled = {1, 2, 4, 8}
#pragma tuner require lanes * rows >= 32
#pragma tuner require lanes * rows <= 1024
#pragma tuner local_size lanes, rows
#pragma tuner items lanes, N
#pragma tuner array y = N
#pragma tuner array A = N * N
#pragma tuner array x = N
#ifndef lanes
#define lanes 32
#define rows 8
#define unrolled 4
#endif
extern "C" __global__ void gemv(float *y, const float *__restrict__ A, const float *__restrict__ x) {
  __shared__ float part[rows][lanes];
  const int row = blockIdx.y * rows + threadIdx.y;
  float s = 0.0f;
#pragma unroll unrolled
  for (int k = threadIdx.x; k < N; k += lanes) s += A[row * N + k] * x[k];
  part[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
#pragma unroll
  for (int h = lanes / 2; h > 0; h /= 2) {
    if (threadIdx.x < h) part[threadIdx.y][threadIdx.x] += part[threadIdx.y][threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[row] = part[threadIdx.y][0];
}
