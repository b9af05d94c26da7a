// A matrix times a vector whose parts pass through local memory.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner array A = 8 * size
#pragma tuner array x = 8
#pragma tuner local part = WG
#pragma tuner input A[i] = 1
#pragma tuner input x[i] = i
#pragma tuner ensures forall i: y[i] == 28

__kernel void gemv(__global const float *A, __global const float *x, __global float *y,
                   __local float *part) {
  int row = get_global_id(0), lid = get_local_id(0);
  float sum = 0.0f;
  for (int t = 0; t < 8; t += get_local_size(0)) {
    part[lid] = x[t + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < get_local_size(0); j++)
      sum += A[row * 8 + t + j] * part[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[row] = sum;
}
