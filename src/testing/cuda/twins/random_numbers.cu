// A twisted generator: state in a private array, numbers written a grid apart.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param TS = {2, 4}
#pragma tuner array out = TS * size
#pragma tuner array seeds = size

__global__ void numbers(const unsigned int *seeds, unsigned int *out) {
  unsigned int state[4];
  int gid = blockIdx.x * blockDim.x + threadIdx.x;
  state[0] = seeds[gid];
  for (int i = 1; i < 4; i++)
    state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  for (int i = 0; i < TS; i++) {
    unsigned int y = (state[i & 3] & 0x80000000u) | (state[(i + 1) & 3] & 0x7fffffffu);
    state[i & 3] = state[(i + 2) & 3] ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfu : 0);
    out[i * size + gid] = state[i & 3] ^ (state[i & 3] >> 11);
  }
}
