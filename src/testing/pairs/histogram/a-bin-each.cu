// a bin for each thread: right
#pragma tuner local_size 4
#pragma tuner items 4
__global__ void histogram(const unsigned char *x, int *bins, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += x[i] == threadIdx.x;
  bins[threadIdx.x] = count;
}
