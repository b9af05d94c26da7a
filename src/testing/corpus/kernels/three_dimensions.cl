// A volume in groups of three dimensions.
#pragma tuner param W = {1, 2}
#pragma tuner local_size W, W, 2
#pragma tuner items 2, 4, 4
#pragma tuner array a = 32
#pragma tuner array b = 32
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i + 1

__kernel void volume(__global const int *a, __global int *b) {
  int i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  b[i] = a[i] + 1;
}
