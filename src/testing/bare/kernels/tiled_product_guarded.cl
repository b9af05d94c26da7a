#define BLOCK 16

__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void gemm(int m, int n, int k, float alpha, __global const float *a, int lda, __global const float *b, int ldb,
          float beta, __global float *c, int ldc) {
  __local float as[BLOCK][BLOCK + 1], bs[BLOCK][BLOCK + 1];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * BLOCK + tx, y = get_group_id(1) * BLOCK + ty;
  float sum = 0;
  for (int p = 0; p < k; p += BLOCK) {
    as[ty][tx] = (y < m && p + tx < k) ? a[y * lda + p + tx] : 0.0f;
    bs[ty][tx] = (p + ty < k && x < n) ? b[(p + ty) * ldb + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) sum += as[ty][i] * bs[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (y < m && x < n) c[y * ldc + x] = alpha * sum + beta * c[y * ldc + x];
}
