// A division by zero alone; g++ tells it by the kind of results.
#pragma tuner param WG = {4, 8}
#pragma tuner items size / 2
#pragma tuner array keys = size
#pragma tuner value stage = 1
#pragma tuner value pass = 1
#pragma tuner input keys[i] = size - i
__kernel void step(__global int *keys, uint stage, uint pass) {
  uint t = get_global_id(0);
  uint distance = 0 << 1;
  uint left = 1 + (t / distance) * 2 * distance, right = left + distance;
}