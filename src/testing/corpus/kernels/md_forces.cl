// Forces between particles and their neighbours, in vectors; a far one is left out without an access.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array neighbours = 4 * size
#pragma tuner array position = size
#pragma tuner array force = size
#pragma tuner input neighbours[i] = (i * 3 + 1) % size

__kernel void forces(__global const float4 *position, __global const int *neighbours, __global float4 *force) {
  int i = get_global_id(0);
  float4 me = position[i];
  float4 f = (float4)(0.0f);
  for (int j = 0; j < 4; j++) {
    int other = neighbours[j * size + i];
    float4 d = position[other] - me;
    float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
    if (r2 < 16.0f) {
      float inv = 1.0f / (r2 + 1.0f);
      f += d * inv;
    }
  }
  force[i] = f;
}
