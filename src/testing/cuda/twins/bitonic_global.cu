// A bitonic sort in global memory by one group, each item with a pair of keys.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items WG
#pragma tuner array keys = 2 * WG
#pragma tuner input keys[i] = 2 * WG - i
#pragma tuner ensures forall i: keys[i] == i + 1

__global__ void sort(int *keys) {
  unsigned int lid = threadIdx.x, n = 2 * blockDim.x;
  for (unsigned int len = 1; len < n; len *= 2) {
    for (unsigned int inc = len; inc > 0; inc /= 2) {
      unsigned int left = 2 * lid - (lid & (inc - 1)), right = left + inc;
      int a = keys[left], b = keys[right];
      bool up = (left & (2 * len)) == 0;
      keys[left] = up ? min(a, b) : max(a, b);
      keys[right] = up ? max(a, b) : min(a, b);
      __syncthreads();
    }
  }
}
