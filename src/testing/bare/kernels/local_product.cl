// Four rows and four columns of the result by each work-item; only the left matrix lies in local memory.
__kernel void mmmKernel_local(__global float4 *matrixA, __global float4 *matrixB, __global float4 *matrixC, int widthA,
                              __local float4 *blockA) {
  int blockPos = get_local_id(0) + get_local_size(0) * (get_local_id(1) << 2);
  int globalPos = get_global_id(0) + (get_global_id(1) << 2) * get_global_size(0);
  float4 sum0 = (float4)(0), sum1 = (float4)(0), sum2 = (float4)(0), sum3 = (float4)(0);
  int temp = widthA / 4;
  for (int i = 0; i < (temp / get_local_size(0)); i++) {
    int globalPosA = i * get_local_size(0) + get_local_id(0) + (get_global_id(1) << 2) * temp;
    blockA[blockPos] = matrixA[globalPosA];
    blockA[blockPos + get_local_size(0)] = matrixA[globalPosA + temp];
    blockA[blockPos + 2 * get_local_size(0)] = matrixA[globalPosA + 2 * temp];
    blockA[blockPos + 3 * get_local_size(0)] = matrixA[globalPosA + 3 * temp];
    barrier(CLK_LOCAL_MEM_FENCE);
    int globalPosB = get_global_id(0) + ((i * get_local_size(0)) << 2) * get_global_size(0);
    for (int j = 0; j < get_local_size(0) * 4; j = j + 4) {
      float4 a0 = blockA[(j >> 2) + get_local_id(1) * 4 * get_local_size(0)];
      float4 a1 = blockA[(j >> 2) + (get_local_id(1) * 4 + 1) * get_local_size(0)];
      float4 a2 = blockA[(j >> 2) + (get_local_id(1) * 4 + 2) * get_local_size(0)];
      float4 a3 = blockA[(j >> 2) + (get_local_id(1) * 4 + 3) * get_local_size(0)];
      float4 b0 = matrixB[globalPosB + j * get_global_size(0)];
      float4 b1 = matrixB[globalPosB + (j + 1) * get_global_size(0)];
      float4 b2 = matrixB[globalPosB + (j + 2) * get_global_size(0)];
      float4 b3 = matrixB[globalPosB + (j + 3) * get_global_size(0)];
      sum0 += a0.x * b0 + a0.y * b1 + a0.z * b2 + a0.w * b3;
      sum1 += a1.x * b0 + a1.y * b1 + a1.z * b2 + a1.w * b3;
      sum2 += a2.x * b0 + a2.y * b1 + a2.z * b2 + a2.w * b3;
      sum3 += a3.x * b0 + a3.y * b1 + a3.z * b2 + a3.w * b3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  matrixC[globalPos] = sum0;
  matrixC[globalPos + get_global_size(0)] = sum1;
  matrixC[globalPos + 2 * get_global_size(0)] = sum2;
  matrixC[globalPos + 3 * get_global_size(0)] = sum3;
}
