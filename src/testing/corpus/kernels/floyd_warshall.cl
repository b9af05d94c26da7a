// A pass of Floyd and Warshall's shortest paths.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array d = 64
#pragma tuner value pass = 3
#pragma tuner input d[i] = 4

__kernel void pass3(__global int *d, __global int *path, const uint pass) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x != pass && y != pass) {
    int old = d[y * 8 + x], by = d[y * 8 + pass] + d[pass * 8 + x];
    d[y * 8 + x] = min(old, by);
  }
}
