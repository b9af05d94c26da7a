// Needleman and Wunsch: a block of the table in local memory, diagonal by diagonal.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items WG
#pragma tuner array score = (WG + 1) * (WG + 1)
#pragma tuner array reference = WG * WG
#pragma tuner input score[i] = 0
#pragma tuner input reference[i] = 1

__global__ void nw(int *score, const int *reference) {
  __shared__ int temp[WG + 1][WG + 1];
  int tx = threadIdx.x;
  if (tx == 0)
    temp[0][0] = score[0];
  temp[tx + 1][0] = score[(tx + 1) * (WG + 1)];
  temp[0][tx + 1] = score[tx + 1];
  __syncthreads();
  for (int m = 0; m < WG; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      temp[y][x] = max(temp[y - 1][x - 1] + reference[(y - 1) * WG + x - 1],
                       max(temp[y][x - 1] - 1, temp[y - 1][x] - 1));
    }
    __syncthreads();
  }
  for (int m = WG - 2; m >= 0; m--) {
    if (tx <= m) {
      int x = tx + WG - m, y = WG - tx;
      temp[y][x] = max(temp[y - 1][x - 1] + reference[(y - 1) * WG + x - 1],
                       max(temp[y][x - 1] - 1, temp[y - 1][x] - 1));
    }
    __syncthreads();
  }
  for (int y = 1; y <= WG; y++)
    score[y * (WG + 1) + tx + 1] = temp[y][tx + 1];
}
