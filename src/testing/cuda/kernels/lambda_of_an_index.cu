// a lambda without state names the index in a tile: right
// launch transpose: 1 of 8 x 8; in[64], out[64]
constexpr int W = 8;
#pragma tuner local_size 8, 8
#pragma tuner items 8, 8
#pragma tuner array in = 64
#pragma tuner array out = 64
#pragma tuner input in[i] = i
#pragma tuner ensures forall r < 8: forall c < 8: out[r * 8 + c] == c * 8 + r
__global__ void transpose(const int *in, int *out) {
  __shared__ int tile[W * (W + 1)];
  constexpr auto at = [](int row, int column) { return row * (W + 1) + column; };
  tile[at(threadIdx.y, threadIdx.x)] = in[threadIdx.y * W + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * W + threadIdx.x] = tile[at(threadIdx.x, threadIdx.y)];
}
