// Histogram: a group counts its part of the data in local memory with atomics, and adds its counts to the
// result in global memory once. Larger groups mean fewer additions to global memory.
#define BINS 16
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner param TS = pow2(1, size/2)
#pragma tuner require WG * TS <= size
#pragma tuner items size / TS
#pragma tuner input data[i] = i * i
#pragma tuner input result[i] = 0
#pragma tuner ensures forall b < BINS: result[b] == count(i < size: data[i] % BINS == b)

__kernel void histogram(__global const uchar *data, __global uint *result, int TS) {
  __local uint counts[BINS];
  for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
    counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TS; ++i) {
    uchar value = data[get_global_id(0) + i * get_global_size(0)];
    atomic_inc(&counts[value % BINS]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
    atomic_add(&result[i], counts[i]);
}
