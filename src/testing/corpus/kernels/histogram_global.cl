// Histogram by atomics in global memory alone.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array bins = 4
#pragma tuner input data[i] = i
#pragma tuner input bins[i] = 0
#pragma tuner ensures forall b: bins[b] == size / 4

__kernel void histogram(__global const int *data, volatile __global int *bins) {
  atomic_inc(&bins[data[get_global_id(0)] & 3]);
}
