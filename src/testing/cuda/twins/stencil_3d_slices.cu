// Seven points of a volume: an item goes up its column and keeps what it has read.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 4, 4
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = 1
#pragma tuner input b[i] = 0
#pragma tuner ensures sum(b) == 7 * 8

__global__ void stencil(const float *a, float *b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * 4 + x;
  float below = a[at], here = a[at + 16];
  for (int z = 1; z < 3; z++) {
    float above = a[at + (z + 1) * 16];
    if (x > 0 && x < 3 && y > 0 && y < 3) {
      int i = at + z * 16;
      b[i] = below + here + above + a[i - 1] + a[i + 1] + a[i - 4] + a[i + 4];
    }
    below = here;
    here = above;
  }
}
