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

__kernel void transpose(__global const float *input, __global float *output, __local float *tile,
                        int TS, int ROWS) {
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * TS, row = get_group_id(1) * TS;
  // One element of padding per row keeps columns of the tile in different banks.
  for (int i = y; i < TS; i += ROWS)
    tile[i * (TS + 1) + x] = input[(row + i) * N + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = y; i < TS; i += ROWS)
    output[(column + i) * N + row + x] = tile[x * (TS + 1) + i];
}
