// lanes with equal keys elect one to add for all: right
// launch histogram: 1 of 64; keys[64], bins[8]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner array bins = 8
#pragma tuner input keys[i] = i * i % 8
#pragma tuner input bins[i] = 0
#pragma tuner ensures forall b < 8: bins[b] == count(i < 64: keys[i] == b)
__global__ void histogram(const unsigned *keys, int *bins) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffff, key);
  const int leader = __ffs(peers) - 1;
  if (threadIdx.x % warpSize == leader) atomicAdd(bins + key, __popc(peers));
}
