// Histogram with counters of each item in local memory, added up by the items.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 4
#pragma tuner local counts = 4 * WG
#pragma tuner array data = size
#pragma tuner array bins = 4 * size / 4 / WG
#pragma tuner input data[i] = i
#pragma tuner ensures sum(bins) == size

__kernel void histogram(__global const uchar *data, __global uint *bins, __local uchar *counts) {
  int lid = get_local_id(0), n = get_local_size(0);
  for (int b = 0; b < 4; b++)
    counts[b * n + lid] = 0;
  for (int i = 0; i < 4; i++) {
    uchar value = data[get_global_id(0) * 4 + i] & 3;
    counts[value * n + lid]++;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = lid; b < 4; b += n) {
    uint sum = 0;
    for (int i = 0; i < n; i++)
      sum += counts[b * n + i];
    bins[get_group_id(0) * 4 + b] = sum;
  }
}
