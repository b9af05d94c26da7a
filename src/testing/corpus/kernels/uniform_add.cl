// Adds the sum of the groups before to each element, by one read for a group.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array sums = size / WG
#pragma tuner input data[i] = 1
#pragma tuner input sums[i] = i
#pragma tuner ensures forall i: data[i] == 1 + i / WG

__kernel void uniform_add(__global int *data, __global const int *sums) {
  __local int sum;
  if (get_local_id(0) == 0)
    sum = sums[get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] += sum;
}
