// Transposition of an N x N matrix through a square tile of local memory, so that both reads and writes
// of global memory run along rows. A group of TS x ROWS items moves a tile of TS x TS elements.
#define N 32
#pragma tuner param TS = pow2(2, N)
#pragma tuner param ROWS = pow2(1, N)
#pragma tuner require ROWS <= TS
#pragma tuner local_size TS, ROWS
#pragma tuner items N, N / TS * ROWS
#pragma tuner local tile = TS * (TS + 1)
#pragma tuner array input = N * N
#pragma tuner array output = N * N
#pragma tuner input input[i] = i
#pragma tuner ensures forall r < N: forall c < N: output[c * N + r] == input[r * N + c]

__global__ void transpose(const float *input, float *output, int TS, int ROWS) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * TS, row = blockIdx.y * TS;
  // One element of padding per row keeps columns of the tile in different banks.
  for (int i = y; i < TS; i += ROWS)
    tile[i * (TS + 1) + x] = input[(row + i) * N + column + x];
  __syncthreads();
  for (int i = y; i < TS; i += ROWS)
    output[(column + i) * N + row + x] = tile[x * (TS + 1) + i];
}
