__kernel void csr_scalar(__global const float *val, __global const float *vec, __global const int *cols,
                         __global const int *rowDelimiters, const int dim, __global float *out) {
  int row = get_global_id(0);
  if (row < dim) {
    float t = 0;
    int start = rowDelimiters[row], end = rowDelimiters[row + 1];
    for (int j = start; j < end; j++) t += val[j] * vec[cols[j]];
    out[row] = t;
  }
}
