// A symmetric update of rank k, scaled by an argument.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array A = 32
#pragma tuner array C = 64
#pragma tuner value alpha = 2
#pragma tuner value beta = 3
#pragma tuner input A[i] = 1
#pragma tuner input C[i] = 1
#pragma tuner ensures forall i: C[i] == 11

__kernel void syrk(__global const float *A, __global float *C, float alpha, float beta) {
  int j = get_global_id(0), i = get_global_id(1);
  C[i * 8 + j] *= beta;
  for (int k = 0; k < 4; k++)
    C[i * 8 + j] += alpha * A[i * 4 + k] * A[j * 4 + k];
}
