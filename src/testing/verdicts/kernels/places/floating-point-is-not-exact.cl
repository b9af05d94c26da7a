// floating point is not exact: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner ensures forall i: f[i] * 4 == 2 * i + 1
__kernel void k(__global float *f) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  f[gid] = (float)gid * 0.5f + 0.25f;
}
