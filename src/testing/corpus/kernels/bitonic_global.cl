// A bitonic sort in global memory by one group, each item with a pair of keys.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items WG
#pragma tuner array keys = 2 * WG
#pragma tuner input keys[i] = 2 * WG - i
#pragma tuner ensures forall i: keys[i] == i + 1

__kernel void sort(__global int *keys) {
  uint lid = get_local_id(0), n = 2 * get_local_size(0);
  for (uint len = 1; len < n; len *= 2) {
    for (uint inc = len; inc > 0; inc /= 2) {
      uint left = 2 * lid - (lid & (inc - 1)), right = left + inc;
      int a = keys[left], b = keys[right];
      bool up = (left & (2 * len)) == 0;
      keys[left] = up ? min(a, b) : max(a, b);
      keys[right] = up ? max(a, b) : min(a, b);
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
  }
}
