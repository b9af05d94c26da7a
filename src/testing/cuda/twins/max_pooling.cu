// The largest of each two by two, in vectors of two.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 4, 4
#pragma tuner array in = 64
#pragma tuner array out = 16
#pragma tuner input in[i] = i
#pragma tuner ensures forall i: out[i] == i / 4 * 16 + i % 4 * 2 + 9

__global__ void pool(const int *in, int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int most = INT_MIN;
  for (int r = 0; r < 2; r++)
    for (int c = 0; c < 2; c++)
      most = max(most, in[(2 * y + r) * 8 + 2 * x + c]);
  out[y * 4 + x] = most;
}
