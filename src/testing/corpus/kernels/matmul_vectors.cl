// Product of matrices by rows of four.
#pragma tuner param W = {1, 2}
#pragma tuner param H = {2, 4}
#pragma tuner local_size W, H
#pragma tuner items 2, 8
#pragma tuner array A = 64
#pragma tuner array B = 16
#pragma tuner array C = 16
#pragma tuner input A[i] = 1

__kernel void matmul(__global const float *A, __global const float4 *B, __global float4 *C) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = (float4)(0.0f);
  for (int k = 0; k < 8; k++)
    sum += A[y * 8 + k] * B[k * 2 + x];
  C[y * 2 + x] = sum;
}
