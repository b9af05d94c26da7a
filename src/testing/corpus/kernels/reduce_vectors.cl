// Reduction that reads four numbers at a time.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner items size / 4
#pragma tuner local part = WG
#pragma tuner array data = size / 4
#pragma tuner array result = size / 4 / WG
#pragma tuner require size % (4 * WG) == 0

__kernel void reduce(__global const float4 *data, __global float *result, __local float4 *part) {
  int lid = get_local_id(0);
  part[lid] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    float4 sum = part[0];
    result[get_group_id(0)] = sum.x + sum.y + sum.z + sum.w;
  }
}
