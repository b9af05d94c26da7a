// Which points lie inside a polygon, with the parameters of the KTT benchmark of that name: those whose ray to the
// right crosses an odd number of edges. An item looks at TILE_SIZE points, a block apart. BETWEEN_METHOD says how an
// edge is found to pass the height of a point, USE_METHOD what becomes of that.
#ifndef POINTS
#define POINTS 20000000
#endif
#pragma tuner param VERTICES = {600}
#pragma tuner param BLOCK_SIZE_X = range(32, 992, 32)
#pragma tuner param TILE_SIZE = {1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20}
#pragma tuner param BETWEEN_METHOD = {0, 1, 2, 3}
#pragma tuner param USE_METHOD = {0, 1, 2}
#pragma tuner local_size BLOCK_SIZE_X
#pragma tuner items (POINTS + BLOCK_SIZE_X * TILE_SIZE - 1) / (BLOCK_SIZE_X * TILE_SIZE) * BLOCK_SIZE_X
#pragma tuner array inside = POINTS
#pragma tuner array points = POINTS
#pragma tuner array vertices = VERTICES

// What the host defines for each configuration, here so that a compiler takes the text as it is.
#ifndef VERTICES
#define VERTICES 600
#define BLOCK_SIZE_X 256
#define TILE_SIZE 1
#define BETWEEN_METHOD 0
#define USE_METHOD 0
#endif

int passes(float a, float height, float b) {
#if BETWEEN_METHOD == 0
  return (a > height) != (b > height);
#elif BETWEEN_METHOD == 1
  return (a <= height && b > height) || (a > height && b <= height);
#elif BETWEEN_METHOD == 2
  return (a - height) * (b - height) < 0.0f;
#else
  return (as_int(a - height) ^ as_int(b - height)) < 0;
#endif
}

__kernel void pnpoly(__global int *restrict inside, __global const float2 *restrict points,
                     __constant float2 *vertices) {
  const size_t first = get_group_id(0) * BLOCK_SIZE_X * TILE_SIZE + get_local_id(0);
  int crossed[TILE_SIZE];
  float2 own[TILE_SIZE];
#pragma unroll
  for (int t = 0; t < TILE_SIZE; ++t) {
    crossed[t] = 0;
    if (first + t * BLOCK_SIZE_X < POINTS)
      own[t] = points[first + t * BLOCK_SIZE_X];
  }
  float2 last = vertices[VERTICES - 1];
  for (int k = 0; k < VERTICES; ++k) {
    const float2 vertex = vertices[k];
    const float slope = (last.x - vertex.x) / (last.y - vertex.y);
#pragma unroll
    for (int t = 0; t < TILE_SIZE; ++t) {
      const int left = own[t].x < slope * (own[t].y - vertex.y) + vertex.x;
#if USE_METHOD == 0
      if (passes(vertex.y, own[t].y, last.y) && left)
        crossed[t] = !crossed[t];
#elif USE_METHOD == 1
      if (passes(vertex.y, own[t].y, last.y) && left)
        crossed[t] = crossed[t] + 1;
#else
      crossed[t] ^= passes(vertex.y, own[t].y, last.y) & left;
#endif
    }
    last = vertex;
  }
#pragma unroll
  for (int t = 0; t < TILE_SIZE; ++t)
    if (first + t * BLOCK_SIZE_X < POINTS)
      inside[first + t * BLOCK_SIZE_X] = crossed[t] & 1;
}
