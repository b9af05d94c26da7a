// A sort by counting how many are smaller, tile by tile.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local tile = WG
#pragma tuner input in[i] = (i * 5) % size
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner ensures forall i: out[i] == i
#pragma tuner require size % WG == 0

__kernel void sort(__global const int *in, __global int *out, __local int *tile) {
  int mine = in[get_global_id(0)], rank = 0, lid = get_local_id(0), n = get_local_size(0);
  for (int t = 0; t < size; t += n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[lid] = in[t + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < n; j++) {
      int other = tile[j];
      rank += other < mine || (other == mine && t + j < get_global_id(0)) ? 1 : 0;
    }
  }
  out[rank] = mine;
}
