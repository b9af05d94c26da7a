// All levels of a Haar wavelet of a group's data, half of the items at work in each.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner local data = 2 * WG
#pragma tuner input in[i] = 1

__kernel void haar(__global const float *in, __global float *out, __local float *data) {
  int lid = get_local_id(0), n = 2 * get_local_size(0), base = get_group_id(0) * n;
  data[lid] = in[base + lid];
  data[lid + get_local_size(0)] = in[base + lid + get_local_size(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int active = n / 2; active > 0; active >>= 1) {
    float low = 0.0f;
    if (lid < active) {
      float a = data[2 * lid], b = data[2 * lid + 1];
      low = (a + b) * 0.5f;
      out[base + active + lid] = (a - b) * 0.5f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active)
      data[lid] = low;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[base] = data[0];
}
