// Columns of a matrix divided by their sums, kept in local memory on the way.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items 8
#pragma tuner array m = 64
#pragma tuner local part = 8 * WG
#pragma tuner input m[i] = 2

__kernel void normalise(__global float *m, __local float *part) {
  int c = get_global_id(0), lid = get_local_id(0);
  float sum = 0.0f;
  for (int r = 0; r < 8; r++) {
    part[r * WG + lid] = m[r * 8 + c];
    sum += part[r * WG + lid];
  }
  for (int r = 7; r >= 0; r--)
    m[r * 8 + c] = part[r * WG + lid] / sum;
}
