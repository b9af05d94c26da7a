// a tile whose width is asserted at compile time, moved by int4: right
// launch move<W, H>: 2 of 32; in[256], out[256]
template <int W, int H>
struct Tile {
  static_assert(W % 4 == 0, "rows are moved by vectors");
  static_assert(W * H % 128 == 0);
  static constexpr int vectors = W * H / 4;
};

template <int W, int H>
__global__ void move(const int *in, int *out) {
  constexpr int V = Tile<W, H>::vectors;
  __shared__ int4 s[V];
  const int4 *from = reinterpret_cast<const int4 *>(in) + blockIdx.x * V;
  s[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  const int *row = reinterpret_cast<const int *>(s);
  for (int i = threadIdx.x; i < W * H; i += 32) out[blockIdx.x * W * H + i] = row[i / W * W + W - 1 - i % W];
}

#pragma tuner ensures forall i < 256: out[i] == i / 16 * 16 + 15 - i % 16

int main() {
  constexpr int W = 16, H = 8, blocks = 2;
  int *in, *out;
  cudaMallocManaged(&in, W * H * blocks * sizeof(int));
  cudaMallocManaged(&out, W * H * blocks * sizeof(int));
  for (int i = 0; i < W * H * blocks; i++) in[i] = i;
  move<W, H><<<blocks, 32>>>(in, out);
  cudaDeviceSynchronize();
  return 0;
}
