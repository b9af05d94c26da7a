// A pass of a radix sort: how often each digit occurs in a group.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array counts = 4 * size / WG
#pragma tuner value shift = 2
#pragma tuner input keys[i] = i * 3
#pragma tuner ensures sum(counts) == size

__kernel void count(__global const uint *keys, __global uint *counts, uint shift) {
  __local uint mine[4];
  int lid = get_local_id(0);
  if (lid < 4)
    mine[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&mine[(keys[get_global_id(0)] >> shift) & 3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 4)
    counts[get_group_id(0) * 4 + lid] = mine[lid];
}
