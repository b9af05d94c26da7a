// Transpose of a matrix, an element for each item.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i % 8 * 8 + i / 8

__kernel void transpose(__global const int *a, __global int *b) {
  int x = get_global_id(0), y = get_global_id(1);
  b[x * get_global_size(1) + y] = a[y * get_global_size(0) + x];
}
