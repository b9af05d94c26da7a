// a launch by cudaLaunchKernel with blocks of two dimensions: right
// launch add_borders: 2 x 3 of 8 x 4; in[126], out[126], width = 14, height = 9
__global__ void add_borders(const int *in, int *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int v = in[y * width + x];
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) v = -v;
  out[y * width + x] = v;
}

#pragma tuner ensures forall y < 9: forall x < 14: out[y * 14 + x] == (x == 0 || y == 0 || x == 13 || y == 8 ? 0 - in[y * 14 + x] : in[y * 14 + x])

int main() {
  int width = 14, height = 9, *in, *out;
  cudaMallocManaged(&in, width * height * sizeof(int));
  cudaMallocManaged(&out, width * height * sizeof(int));
  for (int i = 0; i < width * height; i++) in[i] = i;
  dim3 threads(8, 4), blocks((width + 7) / 8, (height + 3) / 4);
  void *args[] = {&in, &out, &width, &height};
  cudaLaunchKernel((const void *)add_borders, blocks, threads, args, 0, 0);
  return 0;
}
