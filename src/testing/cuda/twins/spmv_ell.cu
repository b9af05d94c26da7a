// A sparse matrix times a vector, as many entries in each row.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array values = 3 * size
#pragma tuner array columns = 3 * size
#pragma tuner array x = size
#pragma tuner input values[i] = 1
#pragma tuner input columns[i] = (i * 5) % size
#pragma tuner input x[i] = 2
#pragma tuner ensures forall i: y[i] == 6

__global__ void spmv(const float *values, const int *columns,
                     const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 3; k++) {
    int at = k * size + row;
    sum += values[at] * x[columns[at]];
  }
  y[row] = sum;
}
