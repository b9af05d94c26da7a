// Two matrices times a vector, added.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array A = 4 * size
#pragma tuner array B = 4 * size
#pragma tuner array x = 4
#pragma tuner array y = size
#pragma tuner input A[i] = 1
#pragma tuner input B[i] = 2
#pragma tuner input x[i] = 1
#pragma tuner ensures forall i: y[i] == 12

__kernel void gesummv(__global const float *A, __global const float *B, __global const float *x,
                      __global float *y) {
  int i = get_global_id(0);
  float tmp = 0, sum = 0;
  for (int j = 0; j < 4; j++) {
    tmp += A[i * 4 + j] * x[j];
    sum += B[i * 4 + j] * x[j];
  }
  y[i] = tmp + sum;
}
