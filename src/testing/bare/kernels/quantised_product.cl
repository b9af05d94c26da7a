#define QK 32

typedef struct { half d; char qs[QK]; } block_q8;

__kernel void mul_vec_q8(__global const block_q8 *x, __global const float *y, __global float *dst, __local float *tmp,
                         const int ncols) {
  const int row = get_group_id(0), tid = get_local_id(0);
  const int blocks = ncols / QK;
  float sum = 0;
  for (int i = tid; i < blocks; i += get_local_size(0)) {
    __global const block_q8 *b = x + row * blocks + i;
    float d = vload_half(0, &b->d);
    for (int j = 0; j < QK; ++j) sum += d * b->qs[j] * y[i * QK + j];
  }
  tmp[tid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) tmp[tid] += tmp[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) dst[row] = tmp[0];
}
