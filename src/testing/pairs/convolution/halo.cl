// a tile with its halo in local memory: right
#pragma tuner local_size 4
#pragma tuner items 8
__kernel void convolution(__global const float *x, __global const float *w, __global float *y, int n) {
  __local float tile[6];
  int lid = get_local_id(0), i = get_global_id(0);
  tile[lid + 1] = i < n ? x[i] : 0.0f;
  if (lid == 0) tile[0] = i > 0 && i - 1 < n ? x[i - 1] : 0.0f;
  if (lid == 3) tile[5] = i + 1 < n ? x[i + 1] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) y[i] = w[0] * tile[lid] + w[1] * tile[lid + 1] + w[2] * tile[lid + 2];
}
