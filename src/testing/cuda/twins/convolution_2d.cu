// A filter of three by three over an image with a border.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array in = 100
#pragma tuner array mask = 9
#pragma tuner array out = 64
#pragma tuner input in[i] = 1
#pragma tuner input mask[i] = i
#pragma tuner ensures forall i: out[i] == 36

__global__ void filter(const int *in, const int *mask, int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      sum += mask[r * 3 + c] * in[(y + r) * 10 + x + c];
  out[y * 8 + x] = sum;
}
