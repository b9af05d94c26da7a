// A sparse matrix times a vector, as many entries in each row.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array values = 3 * size
#pragma tuner array columns = 3 * size
#pragma tuner array x = size
#pragma tuner input values[i] = 1
#pragma tuner input columns[i] = (i * 5) % size
#pragma tuner input x[i] = 2
#pragma tuner ensures forall i: y[i] == 6

__kernel void spmv(__global const float *values, __global const int *columns, __global const float *x,
                   __global float *y) {
  int row = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < 3; k++) {
    int at = k * size + row;
    sum += values[at] * x[columns[at]];
  }
  y[row] = sum;
}
