// wrong [race-local,uninitialised] but g++ sees [uninitialised]
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items WG
#pragma tuner array score = (WG) * (WG)
#pragma tuner array reference = WG * WG
#pragma tuner input score[i] = 0
#pragma tuner input reference[i] = 1
__kernel void nw(__global int *score, __global const int *reference) {
  __local int temp[WG + 1][WG + 1];
  int tx = get_group_id(0);
  for (int m = 0; m < WG; m++) {
      int x = tx + 1, y = m - tx + 1;
      temp[y][x] = max(temp[y - 1][x - 1] + reference[1 * WG + x - 1],
                       max(temp[y][x - 1] - 1, temp[y - 1][x] - 1));
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int y = 1; y <= WG; y++)
    score[y * 1 + tx + 1] = temp[y][tx + 1];
}
