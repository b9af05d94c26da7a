// a tile whose asserted width says nothing of the threads that fill it: bounds
// launch move<W, H>: 2 of 32; in[192], out[192]
template <int W, int H>
__global__ void move(const int *in, int *out) {
  static_assert(W % 4 == 0, "rows are moved by vectors");
  __shared__ int4 s[W * H / 4];
  const int4 *from = reinterpret_cast<const int4 *>(in) + blockIdx.x * (W * H / 4);
  s[threadIdx.x] = from[threadIdx.x]; // !
  __syncthreads();
  const int *row = reinterpret_cast<const int *>(s);
  for (int i = threadIdx.x; i < W * H; i += 32) out[blockIdx.x * W * H + i] = row[i / W * W + W - 1 - i % W];
}

int main() {
  constexpr int W = 16, H = 6, blocks = 2;
  int *in, *out;
  cudaMallocManaged(&in, W * H * blocks * sizeof(int));
  cudaMallocManaged(&out, W * H * blocks * sizeof(int));
  for (int i = 0; i < W * H * blocks; i++) in[i] = i;
  move<W, H><<<blocks, 32>>>(in, out);
  cudaDeviceSynchronize();
  return 0;
}
