// a block copies together and waits together: right
// launch kernel: 2 of 48, 192 bytes; global_data[96], out[96]
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void kernel(const int *global_data, int *out) {
  extern __shared__ int s[];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, global_data + block.group_index().x * block.size(), sizeof(int) * block.size());
  cg::wait(block);
  out[block.group_index().x * block.size() + block.thread_rank()] = s[(block.thread_rank() + 1) % block.size()];
}

#pragma tuner ensures forall i < 96: out[i] == i / 48 * 48 + (i + 1) % 48

int main() {
  int h[96], *in, *out;
  for (int i = 0; i < 96; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  dim3 threads = 48;
  kernel<<<2, threads, threads.x * sizeof(int)>>>(in, out);
  return 0;
}
