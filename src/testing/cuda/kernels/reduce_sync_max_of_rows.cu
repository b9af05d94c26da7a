// the largest of each row by __reduce_max_sync: right
// launch rowMax: 3 of 64; in[250], out[5], rows = 5, cols = 50
__global__ void rowMax(const int *in, int *out, int rows, int cols) {
  const int row = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
  if (row >= rows) return;
  int best = -2147483647 - 1;
  for (int c = threadIdx.x % warpSize; c < cols; c += warpSize) best = max(best, in[row * cols + c]);
  best = __reduce_max_sync(0xffffffff, best);
  if (threadIdx.x % warpSize == 0) out[row] = best;
}

#pragma tuner ensures forall r < 5: out[r] == max(c < 50: in[r * 50 + c])

int main() {
  const int rows = 5, cols = 50, threads = 64;
  int *in, *out;
  cudaMallocManaged(&in, rows * cols * sizeof(int));
  cudaMallocManaged(&out, rows * sizeof(int));
  for (int i = 0; i < rows * cols; i++) in[i] = i * 37 % 101 - 120;
  const int rowsPerBlock = threads / 32;
  rowMax<<<(rows + rowsPerBlock - 1) / rowsPerBlock, threads>>>(in, out, rows, cols);
  return 0;
}
