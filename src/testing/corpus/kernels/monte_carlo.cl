// Paths by a small generator, averaged over the group.
#pragma tuner param WG = {4, 8}
#pragma tuner param PATHS = {2, 4}
#pragma tuner local sums = WG
#pragma tuner array result = size / WG

float next(uint *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (float)(*seed >> 8) / 16777216.0f;
}
__kernel void paths(__global const uint *seeds, __global float *result, __local float *sums) {
  int lid = get_local_id(0);
  uint seed = seeds[get_global_id(0)];
  float sum = 0.0f;
  for (int p = 0; p < PATHS; p++) {
    float a = next(&seed), b = next(&seed);
    sum += a * a + b * b < 1.0f ? 1.0f : 0.0f;
  }
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    float total = 0.0f;
    for (int i = 0; i < get_local_size(0); i++)
      total += sums[i];
    result[get_group_id(0)] = total / (PATHS * get_local_size(0));
  }
}
