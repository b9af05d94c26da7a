// Paths through a grid: rows one after the other, a row kept in local memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner param ROWS = {2, 4}
#pragma tuner array wall = (ROWS + 1) * size
#pragma tuner input wall[i] = 1
#pragma tuner local prev = WG
#pragma tuner local result = WG
#pragma tuner ensures forall i: out[i] == ROWS + 1

__kernel void pathfinder(__global const int *wall, __global int *out, __local int *prev,
                         __local int *result) {
  int tx = get_local_id(0), x = get_global_id(0), last = get_local_size(0) - 1;
  prev[tx] = wall[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 1; i <= ROWS; i++) {
    int left = prev[tx == 0 ? 0 : tx - 1], up = prev[tx], right = prev[tx == last ? last : tx + 1];
    result[tx] = min(min(left, up), right) + wall[i * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    prev[tx] = result[tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[x] = prev[tx];
}
