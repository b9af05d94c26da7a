// A row filter with its coefficients in constant memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local tile = WG + 4
#pragma tuner array in = size + 4
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 9

__constant float taps[5] = {1.0f, 2.0f, 3.0f, 2.0f, 1.0f};
__kernel void rows(__global const float *in, __global float *out, __local float *tile) {
  int lid = get_local_id(0), gid = get_global_id(0);
  tile[lid] = in[gid];
  if (lid < 4)
    tile[get_local_size(0) + lid] = in[gid + get_local_size(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k < 5; k++)
    sum += taps[k] * tile[lid + k];
  out[gid] = sum;
}
