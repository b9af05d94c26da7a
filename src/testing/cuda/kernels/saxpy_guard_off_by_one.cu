// saxpy whose guard lets one element too many in: bounds
// launch saxpy: 2 of 64; n = 100, a = 2, x[100], y[100]
#pragma tuner local_size 64
#pragma tuner items 128
#pragma tuner array x = 100
#pragma tuner array y = 100
#pragma tuner input n = 100
#pragma tuner input a = 2
__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i <= n) y[i] = a * x[i] + y[i]; // !
}
