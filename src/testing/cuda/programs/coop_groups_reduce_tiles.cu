// a sum by tiles of cooperative groups: right
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void sum_kernel(const int *__restrict__ data, int *__restrict__ total, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  __shared__ int partial[8];
  int v = 0;
  for (int i = block.group_index().x * block.group_dim().x + block.thread_rank(); i < n;
       i += block.size() * gridDim.x)
    v += data[i];
  v = cg::reduce(tile, v, cg::plus<int>());
  if (tile.thread_rank() == 0) partial[tile.meta_group_rank()] = v;
  cg::sync(block);
  if (tile.meta_group_rank() == 0) {
    int w = tile.thread_rank() < block.size() / 32 ? partial[tile.thread_rank()] : 0;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) w += tile.shfl_down(w, offset);
    if (tile.thread_rank() == 0) atomicAdd(total, w);
  }
}

int main() {
  const int n = 1000;
  int *data, *total;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = 1;
  *total = 0;
  sum_kernel<<<2, 128>>>(data, total, n);
  cudaDeviceSynchronize();
  printf("%d\n", *total);
}
