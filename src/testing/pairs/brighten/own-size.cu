// states the size that it is right for: wrong
#pragma tuner local_size 2
#pragma tuner items 2
#pragma tuner param N = {4}
#pragma tuner input x[i] = 0
__global__ void brighten(const unsigned char *x, unsigned char *y, int n, int by) {
  int i = threadIdx.x;
  y[2 * i] = min(x[2 * i] + by, 255);
  y[2 * i + 1] = min(x[2 * i + 1] + by, 255);
}
