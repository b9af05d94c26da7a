// Gravity among all bodies, whose positions pass through local memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local cache = WG
#pragma tuner array position = size
#pragma tuner array acceleration = size
#pragma tuner require size % WG == 0

__kernel void nbody(__global const float4 *position, __global float4 *acceleration,
                    __local float4 *cache) {
  int gid = get_global_id(0), lid = get_local_id(0), n = get_local_size(0);
  float4 me = position[gid];
  float4 acc = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
  for (int t = 0; t < size / n; t++) {
    cache[lid] = position[t * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < n; j++) {
      float4 r = cache[j] - me;
      float d = r.x * r.x + r.y * r.y + r.z * r.z + 1.0f;
      acc += r * (1.0f / (d * sqrt(d)));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acceleration[gid] = acc;
}
