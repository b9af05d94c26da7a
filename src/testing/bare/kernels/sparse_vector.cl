#define VECTOR_SIZE 32
#define GROUP 128

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void csr_vector(__global const float *val, __global const float *vec, __global const int *cols,
                __global const int *rowDelimiters, const int dim, __global float *out) {
  int t = get_local_id(0), id = t & (VECTOR_SIZE - 1);
  int vecsPerBlock = get_local_size(0) / VECTOR_SIZE;
  int row = get_group_id(0) * vecsPerBlock + t / VECTOR_SIZE;
  __local float partialSums[GROUP];
  float mine = 0;
  if (row < dim)
    for (int j = rowDelimiters[row] + id; j < rowDelimiters[row + 1]; j += VECTOR_SIZE) mine += val[j] * vec[cols[j]];
  partialSums[t] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bar = VECTOR_SIZE / 2; bar > 0; bar >>= 1) {
    if (id < bar) partialSums[t] += partialSums[t + bar];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0 && row < dim) out[row] = partialSums[t];
}
