// One step of a bitonic sort in global memory: each item orders a pair.
#pragma tuner param WG = {4, 8}
#pragma tuner items size / 2
#pragma tuner array keys = size
#pragma tuner value stage = 1
#pragma tuner value pass = 1
#pragma tuner input keys[i] = size - i

__global__ void step(int *keys, unsigned int stage, unsigned int pass) {
  unsigned int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int distance = 1 << (stage - pass);
  unsigned int left = (t % distance) + (t / distance) * 2 * distance, right = left + distance;
  int a = keys[left], b = keys[right];
  bool up = (t / (1 << stage)) % 2 == 0;
  keys[left] = up ? min(a, b) : max(a, b);
  keys[right] = up ? max(a, b) : min(a, b);
}
