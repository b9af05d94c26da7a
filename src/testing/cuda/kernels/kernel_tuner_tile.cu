// tile_size_x elements a thread, a block apart, as Kernel Tuner has it, stored over each other: race-global
// with block_size_x = 64, tile_size_x = 2
// launch fill: 1 of 64; out[128]
#pragma tuner param block_size_x = {64}
#pragma tuner param tile_size_x = {2}
#pragma tuner local_size block_size_x
#pragma tuner items 64
#pragma tuner array out = 128
__global__ void fill(int *out) {
#pragma unroll
  for (int k = 0; k < tile_size_x; k++) out[threadIdx.x + k * block_size_x / 2] = threadIdx.x; // !
}
