// A sparse matrix times a vector by rows, whose number of entries a pragma gives.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array values = 3 * size
#pragma tuner array columns = 3 * size
#pragma tuner array rows = size + 1
#pragma tuner array x = size
#pragma tuner input values[i] = 1
#pragma tuner input columns[i] = i % size
#pragma tuner input rows[i] = 3 * i
#pragma tuner input x[i] = 2
#pragma tuner ensures forall i: y[i] == 6

__global__ void spmv(const float *values, const int *columns,
                     const int *rows, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int start = rows[row], end = rows[row + 1];
  float sum = 0.0f;
#pragma tuner trips 3
  for (int k = start; k < end; k++)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}
