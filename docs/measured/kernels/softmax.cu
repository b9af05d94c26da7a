// Softmax of 16384 rows of 1024 numbers; a block takes a row, a thread some of it.
#ifndef ROWS
#define ROWS 16384
#define C 1024
#endif
#pragma tuner param block = {32, 64, 128, 256, 512, 1024}
#pragma tuner param kept = {0, 1}
#pragma tuner param shuffles = {0, 1}
#pragma tuner param rows_of_block = {1, 2, 4, 8}
#pragma tuner require block * rows_of_block <= 1024
#pragma tuner require shuffles == 0 || block == 32
#pragma tuner local_size block, rows_of_block
#pragma tuner items block, ROWS
#pragma tuner array out = ROWS * C
#pragma tuner array in = ROWS * C
#ifndef block
#define block 128
#define kept 1
#define shuffles 0
#define rows_of_block 1
#endif
extern "C" __global__ void softmax(float *__restrict__ out, const float *__restrict__ in) {
  const int t = threadIdx.x, r = threadIdx.y;
  const int row = (blockIdx.y * rows_of_block + r) * C;
#if shuffles == 0
  __shared__ float part[rows_of_block][block];
#endif
#if kept == 1
  float mine[C / block];
#pragma unroll
  for (int i = 0; i < C / block; i++) mine[i] = in[row + t + i * block];
#define VALUE(i) mine[i]
#else
#define VALUE(i) in[row + t + (i) * block]
#endif
  float m = -1e30f;
#pragma unroll
  for (int i = 0; i < C / block; i++) m = fmaxf(m, VALUE(i));
#if shuffles == 1
  for (int h = 16; h > 0; h /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, h));
#else
  part[r][t] = m;
  __syncthreads();
#pragma unroll
  for (int h = block / 2; h > 0; h /= 2) {
    if (t < h) part[r][t] = fmaxf(part[r][t], part[r][t + h]);
    __syncthreads();
  }
  m = part[r][0];
  __syncthreads();
#endif
  float s = 0.0f;
#pragma unroll
  for (int i = 0; i < C / block; i++) s += __expf(VALUE(i) - m);
#if shuffles == 1
  for (int h = 16; h > 0; h /= 2) s += __shfl_xor_sync(0xffffffff, s, h);
#else
  part[r][t] = s;
  __syncthreads();
#pragma unroll
  for (int h = block / 2; h > 0; h /= 2) {
    if (t < h) part[r][t] += part[r][t + h];
    __syncthreads();
  }
  s = part[r][0];
#endif
  const float scale = 1.0f / s;
#pragma unroll
  for (int i = 0; i < C / block; i++) out[row + t + i * block] = __expf(VALUE(i) - m) * scale;
}
