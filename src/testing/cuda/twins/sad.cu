// Sums of absolute differences of a block at several offsets.
#pragma tuner param WG = {4, 8}
#pragma tuner items 8
#pragma tuner array image = 16
#pragma tuner array block = 8
#pragma tuner array out = 8
#pragma tuner input image[i] = i
#pragma tuner input block[i] = i
#pragma tuner ensures forall i: out[i] == 8 * i

__global__ void sad(const unsigned char *image, const unsigned char *block, int *out) {
  int offset = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 8; i++) {
    int d = (int)image[offset + i] - (int)block[i];
    sum += d < 0 ? -d : d;
  }
  out[offset] = sum;
}
