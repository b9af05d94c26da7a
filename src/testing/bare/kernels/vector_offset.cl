// The manner of linear-algebra libraries: offsets and strides of each vector are arguments.
__kernel void axpy(const int n, const float alpha, const __global float *restrict xgm, const int x_offset, const int x_inc,
                   __global float *ygm, const int y_offset, const int y_inc) {
  for (int id = get_global_id(0); id < n; id += get_global_size(0)) {
    float x = xgm[id * x_inc + x_offset], y = ygm[id * y_inc + y_offset];
    ygm[id * y_inc + y_offset] = alpha * x + y;
  }
}
