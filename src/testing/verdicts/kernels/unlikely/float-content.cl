// a fraction that decides: bounds; not native; unstated
#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global float *f) {
  int gid = get_global_id(0), lid = get_local_id(0);
  if (f[gid] > 0.25f && f[gid] < 0.5f) o[gid + 1024] = 1; // !
}
