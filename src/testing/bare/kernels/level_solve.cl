// Rows of one level of a triangular system; each is in the list once.
__kernel void level_scheduling_substitute(__global const uint *row_index_array, __global const uint *row_indices,
                                          __global const uint *column_indices, __global const float *elements,
                                          __global float *vec, uint size) {
  for (uint row = get_global_id(0); row < size; row += get_global_size(0)) {
    uint eq_row = row_index_array[row];
    float vec_entry = vec[eq_row];
    uint row_end = row_indices[row + 1];
    for (uint j = row_indices[row]; j < row_end; ++j) vec_entry -= vec[column_indices[j]] * elements[j];
    vec[eq_row] = vec_entry;
  }
}
