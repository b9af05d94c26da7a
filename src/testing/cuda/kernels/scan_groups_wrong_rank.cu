// prefix sums with cooperative groups whose lanes compare with the wrong offset: result
// launch scan: 2 of 64; in[100], out[100], n = 100
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int THREADS = 64;

#pragma tuner input in[i] = i * 5 % 7
#pragma tuner ensures forall i < 100: out[i] == sum(k <= i % THREADS: in[i - k])
__global__ void scan(const int *in, int *out, int n) {
  __shared__ int sums[32];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * THREADS + block.thread_rank();
  int value = i < n ? in[i] : 0;
  for (int offset = 1; offset < warp.size(); offset *= 2) {
    const int before = warp.shfl_up(value, offset);
    if (warp.thread_rank() > offset) value += before; // !
  }
  if (warp.thread_rank() == 31) sums[warp.meta_group_rank()] = value;
  block.sync();
  for (int w = 0; w < warp.meta_group_rank(); w++) value += sums[w];
  if (i < n) out[i] = value;
}

int main() {
  const int n = 100;
  int h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i * 5 % 7;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  scan<<<(n + THREADS - 1) / THREADS, THREADS>>>(in, out, n);
  return 0;
}
