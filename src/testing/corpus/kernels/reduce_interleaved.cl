// Reduction by neighbours at growing distances.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array result = size / WG
#pragma tuner input data[i] = (i * 7 + 3) % 11
#pragma tuner ensures sum(result) == sum(data)

__kernel void reduce(__global const int *data, __global int *result, __local int *part) {
  int lid = get_local_id(0);
  part[lid] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < get_local_size(0); s *= 2) {
    if (lid % (2 * s) == 0)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    result[get_group_id(0)] = part[0];
}
