// Maximum reduction with a tree of growing distance: in step s, every item whose number is a multiple of
// 2 s takes in its neighbour at distance s. The same work as in sum.cl, by other items.
#pragma tuner param WG = pow2(2, size)
#pragma tuner local scratch = WG
#pragma tuner input input[i] = i * 5 % 16 - 9
#pragma tuner ensures forall g < size / WG: output[g] == max(i < WG: input[g * WG + i])

__kernel void max_reduction(__global const int *input, __global int *output, __local int *scratch) {
  const size_t lid = get_local_id(0);
  scratch[lid] = input[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = 1; s < get_local_size(0); s *= 2) {
    if (lid % (2 * s) == 0)
      scratch[lid] = max(scratch[lid], scratch[lid + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    output[get_group_id(0)] = scratch[0];
}
