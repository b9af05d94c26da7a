// a sum by shuffles where the last lanes have returned: inactive-lane
// launch reduce: 1 of 64; in[50], out[1], n = 50
__global__ void reduce(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = in[i];
  for (int offset = 16; offset > 0; offset >>= 1)
    v += __shfl_down_sync(0xffffffff, v, offset); // !
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

int main() {
  const int n = 50;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, n * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  reduce<<<1, 64>>>(in, out, n);
  return 0;
}
