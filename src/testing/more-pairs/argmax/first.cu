// a tree that keeps the first of equal ones: right
#pragma tuner local_size 8
#pragma tuner items 8
__global__ void argmax(const float *x, int *at, int n) {
  __shared__ float val[8];
  __shared__ int idx[8];
  int t = threadIdx.x;
  val[t] = t < n ? x[t] : -INFINITY;
  idx[t] = t;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) {
      if (val[t + s] > val[t] || (val[t + s] == val[t] && idx[t + s] < idx[t])) {
        val[t] = val[t + s];
        idx[t] = idx[t + s];
      }
    }
    __syncthreads();
  }
  if (t == 0) *at = idx[0];
}
