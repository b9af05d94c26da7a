// Histogram with a copy of the bins for each group.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param TS = {1, 2}
#pragma tuner items size / TS
#pragma tuner array bins = 8
#pragma tuner input data[i] = i * 3
#pragma tuner input bins[i] = 0
#pragma tuner ensures sum(bins) == size

#define BINS 8
__kernel void histogram(__global const uint *data, __global uint *bins) {
  __local uint mine[BINS];
  for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
    mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < size; i += get_global_size(0))
    atomic_inc(&mine[data[i] % BINS]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
    atomic_add(&bins[i], mine[i]);
}
