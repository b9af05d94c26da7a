// Reduction in which an item first adds what lies a grid apart, so that few groups do all.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param TS = {1, 2, 4}
#pragma tuner items size / TS
#pragma tuner local part = WG
#pragma tuner array result = size / TS / WG
#pragma tuner input data[i] = i
#pragma tuner ensures sum(result) == sum(data)
#pragma tuner require size % (TS * WG) == 0

__kernel void reduce(__global const float *data, __global float *result, __local float *part) {
  int lid = get_local_id(0);
  float sum = 0.0f;
  for (int i = get_global_id(0); i < size; i += get_global_size(0))
    sum += data[i];
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (lid < s)
      part[lid] = part[lid] + part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    result[get_group_id(0)] = part[lid];
}
