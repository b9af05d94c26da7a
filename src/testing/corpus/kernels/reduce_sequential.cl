// Reduction by halves, the sums packed in front.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local part = WG
#pragma tuner array result = size / WG
#pragma tuner input data[i] = i % 5
#pragma tuner ensures sum(result) == sum(data)

__kernel void reduce(__global const int *data, __global int *result, __local int *part) {
  unsigned int lid = get_local_id(0);
  part[lid] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned int s = get_local_size(0) >> 1; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    result[get_group_id(0)] = part[0];
}
