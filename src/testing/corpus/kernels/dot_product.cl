// Dot product with the products reduced in local memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array c = size / WG
#pragma tuner input a[i] = i % 3
#pragma tuner input b[i] = i % 4
#pragma tuner ensures sum(c) == sum(i: a[i] * b[i])

__kernel void dot_product(__global const float *a, __global const float *b, __global float *c,
                          __local float *part) {
  const int i = get_global_id(0), lid = get_local_id(0);
  part[lid] = a[i] * b[i];
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s)
      part[lid] += part[lid + s];
  }
  if (lid == 0)
    c[get_group_id(0)] = part[0];
}
