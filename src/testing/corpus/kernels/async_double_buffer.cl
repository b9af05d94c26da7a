// The next tile is copied while the last is used.
#pragma tuner param WG = {4, 8}
#pragma tuner local buffer = 2 * WG
#pragma tuner items WG
#pragma tuner array in = 4 * WG
#pragma tuner array out = WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 4

__kernel void sums(__global const float *in, __global float *out, __local float *buffer) {
  int lid = get_local_id(0);
  float sum = 0.0f;
  event_t e = async_work_group_copy(buffer, in, WG, 0);
  for (int t = 0; t < 4; t++) {
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 3)
      e = async_work_group_copy(buffer + ((t + 1) & 1) * WG, in + (t + 1) * WG, WG, 0);
    sum += buffer[(t & 1) * WG + (lid + 1) % WG];
  }
  out[lid] = sum;
}
