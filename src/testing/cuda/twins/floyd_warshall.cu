// A pass of Floyd and Warshall's shortest paths.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array d = 64
#pragma tuner value pass = 3
#pragma tuner input d[i] = 4

__global__ void pass3(int *d, int *path, const unsigned int pass) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x != pass && y != pass) {
    int old = d[y * 8 + x], by = d[y * 8 + pass] + d[pass * 8 + x];
    d[y * 8 + x] = min(old, by);
  }
}
