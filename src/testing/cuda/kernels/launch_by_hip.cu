// a launch as HIP writes it: right
// launch scale: 3 of 32; a[70], by = 3, n = 70
#include <hip/hip_runtime.h>
__global__ void scale(float *a, float by, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n) a[i] *= by;
}

#pragma tuner ensures forall i < 70: a[i] == 3 * i

int main() {
  const int n = 70;
  float h[n], *a;
  for (int i = 0; i < n; i++) h[i] = i;
  hipMalloc(&a, n * sizeof(float));
  hipMemcpy(a, h, n * sizeof(float), hipMemcpyHostToDevice);
  hipLaunchKernelGGL(scale, dim3((n + 31) / 32), dim3(32), 0, 0, a, 3.0f, n);
  hipDeviceSynchronize();
  hipFree(a);
  return 0;
}
