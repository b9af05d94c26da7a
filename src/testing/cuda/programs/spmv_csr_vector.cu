// sparse matrix by vector, a warp for each row: right
#include <cuda_runtime.h>
#include <vector>
#include <cstdio>

#define FULL_MASK 0xffffffff

template <typename IndexType, typename ValueType>
__device__ ValueType warp_reduce(ValueType val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(FULL_MASK, val, offset);
  return val;
}

template <typename IndexType, typename ValueType>
__global__ void csr_spmv_vector_kernel(unsigned int n_rows, const IndexType *col_ids, const IndexType *row_ptr,
                                       const ValueType *data, const ValueType *x, ValueType *y) {
  const unsigned int thread_id = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int warp_id = thread_id / 32;
  const unsigned int lane = thread_id % 32;
  const IndexType row = warp_id;
  ValueType dot = 0;
  if (row < n_rows) {
    const IndexType row_start = row_ptr[row];
    const IndexType row_end = row_ptr[row + 1];
    for (IndexType element = row_start + lane; element < row_end; element += 32)
      dot += data[element] * x[col_ids[element]];
  }
  dot = warp_reduce<IndexType, ValueType>(dot);
  if (lane == 0 && row < n_rows) {
    y[row] = dot;
  }
}

int main() {
  const unsigned int n_rows = 16;
  std::vector<unsigned int> row_ptr(n_rows + 1), cols;
  std::vector<float> vals;
  for (unsigned int i = 0; i < n_rows; i++) {
    row_ptr[i] = i * 3;
    for (int k = 0; k < 3; k++) {
      cols.push_back((i + k) % n_rows);
      vals.push_back(1.0f);
    }
  }
  row_ptr[n_rows] = 3 * n_rows;
  unsigned int *d_cols, *d_ptr;
  float *d_data, *d_x, *d_y;
  cudaMalloc(&d_cols, cols.size() * sizeof(unsigned int));
  cudaMalloc(&d_ptr, row_ptr.size() * sizeof(unsigned int));
  cudaMalloc(&d_data, vals.size() * sizeof(float));
  cudaMalloc(&d_x, n_rows * sizeof(float));
  cudaMalloc(&d_y, n_rows * sizeof(float));
  cudaMemcpy(d_cols, cols.data(), cols.size() * sizeof(unsigned int), cudaMemcpyHostToDevice);
  dim3 block_size = dim3(128);
  dim3 grid_size{};
  grid_size.x = (n_rows * 32 + block_size.x - 1) / block_size.x;
  csr_spmv_vector_kernel<unsigned int, float><<<grid_size, block_size>>>(n_rows, d_cols, d_ptr, d_data, d_x, d_y);
  cudaDeviceSynchronize();
}
