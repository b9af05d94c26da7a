// Boxes and their neighbours: a group works on a box, and loads the next ones into local memory in turn.
#pragma tuner param WG = {4, 8}
#pragma tuner array a = size
#pragma tuner local box = WG
#pragma tuner input a[i] = 1
#pragma tuner ensures forall i: f[i] == 3 * WG
#pragma tuner require size / WG >= 2

__kernel void boxes(__global const float *a, __global float *f, __local float *box) {
  int lid = get_local_id(0), groups = get_num_groups(0);
  float sum = 0.0f;
  for (int nb = 0; nb < 3; nb++) {
    int other = (get_group_id(0) + nb) % groups;
    box[lid] = a[other * get_local_size(0) + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < get_local_size(0); j++)
      sum += box[j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  f[get_global_id(0)] = sum;
}
