// colours to grey by uchar4 and make_uchar4, blocks of two dimensions: right
// launch rgba_to_grey: 2 x 3 of 8 x 4; rgba[150], grey[150], rows = 10, cols = 15
__global__ void rgba_to_grey(const uchar4 *const rgba, unsigned char *const grey, int rows, int cols) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= cols || y >= rows) return;
  uchar4 p = rgba[y * cols + x];
  grey[y * cols + x] = (p.x * 2 + p.y * 5 + p.z) / 8;
}

#pragma tuner ensures forall i < 150: grey[i] == (i % 50 * 2 + i % 7 * 5 + 8) / 8

int main() {
  const size_t numRows = 10, numCols = 15;
  uchar4 h[numRows * numCols], *rgba;
  unsigned char *grey;
  for (int i = 0; i < 150; i++) h[i] = make_uchar4(i % 50, i % 7, 8, 255);
  cudaMalloc(&rgba, sizeof(uchar4) * numRows * numCols);
  cudaMalloc(&grey, sizeof(unsigned char) * numRows * numCols);
  cudaMemcpy(rgba, h, sizeof h, cudaMemcpyHostToDevice);
  const dim3 blockSize(8, 4, 1);
  const dim3 gridSize(ceil(1.0f * numCols / blockSize.x), ceil(1.0f * numRows / blockSize.y), 1);
  rgba_to_grey<<<gridSize, blockSize>>>(rgba, grey, numRows, numCols);
  cudaDeviceSynchronize();
  return 0;
}
