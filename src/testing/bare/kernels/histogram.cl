#define BINS 256

__kernel void histogram(__global const uchar *data, __global uint *bins, uint n) {
  __local uint counts[BINS];
  for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&counts[data[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) atomic_add(&bins[i], counts[i]);
}
