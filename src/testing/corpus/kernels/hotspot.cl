// Heat in a chip: several steps in local memory before anything is written back, on a shrinking part.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param STEPS = {1, 2}
#pragma tuner input temp[i] = 4
#pragma tuner input power[i] = 0
#pragma tuner local now = WG
#pragma tuner local next = WG
#pragma tuner ensures forall i: result[i] == 4

__kernel void hotspot(__global const float *temp, __global const float *power, __global float *result,
                      __local float *now, __local float *next) {
  int gid = get_global_id(0), lid = get_local_id(0), last = get_local_size(0) - 1;
  now[lid] = temp[gid];
  float p = power[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < STEPS; i++) {
    float west = lid == 0 ? now[lid] : now[lid - 1];
    float east = lid == last ? now[lid] : now[lid + 1];
    next[lid] = now[lid] + 0.25f * (west + east - 2.0f * now[lid]) + p;
    barrier(CLK_LOCAL_MEM_FENCE);
    now[lid] = next[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  result[gid] = now[lid];
}
