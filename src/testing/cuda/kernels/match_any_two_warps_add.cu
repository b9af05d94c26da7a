// lanes with equal keys elect one, and those of two warps add without atomics: race-global
// launch histogram: 1 of 64; keys[64], bins[8]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner array bins = 8
#pragma tuner input keys[i] = i * i % 8
#pragma tuner input bins[i] = 0
__global__ void histogram(const unsigned *keys, int *bins) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffff, key);
  if (threadIdx.x % warpSize == __ffs(peers) - 1) bins[key] += __popc(peers); // !
}
