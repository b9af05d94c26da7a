// transposition that forgets to swap the blocks: result
// launch transpose: 2 x 2 of 8 x 8; in[256], out[256]
#define TILE 8
#pragma tuner local_size TILE, TILE
#pragma tuner items 16, 16
#pragma tuner array in = 256
#pragma tuner array out = 256
#pragma tuner input in[i] = i
#pragma tuner ensures forall r < 16: forall c < 16: out[c * 16 + r] == in[r * 16 + c]
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[TILE][TILE + 1];
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[threadIdx.x][threadIdx.y]; // !
}
