// Product of matrices with square tiles of both in local memory.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array A = 64
#pragma tuner array B = 64
#pragma tuner array C = 64
#pragma tuner input A[i] = i % 3
#pragma tuner input B[i] = i % 4
#pragma tuner ensures forall i: C[i] == sum(k in 0..8: A[i / 8 * 8 + k] * B[k * 8 + i % 8])

__kernel void matmul(__global const float *A, __global const float *B, __global float *C) {
  __local float As[W][W], Bs[W][W];
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < 8 / W; t++) {
    As[ly][lx] = A[y * 8 + t * W + lx];
    Bs[ly][lx] = B[(t * W + ly) * 8 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < W; k++)
      sum += As[ly][k] * Bs[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[y * 8 + x] = sum;
}
