// in place with one barrier a step: wrong
#pragma tuner local_size 8
#pragma tuner items 8
__global__ void scan(const int *x, int *y, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : 0;
  for (int d = 1; d < 8; d *= 2) {
    __syncthreads();
    if (t >= d) s[t] += s[t - d];
  }
  if (t < n) y[t] = s[t];
}
