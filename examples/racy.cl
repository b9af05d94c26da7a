// A mistake to learn from: items read their neighbour's element without a barrier after it was written,
// so they may see the old value. The result depends on who is faster.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner local tile = WG
#pragma tuner input input[i] = i * i
#pragma tuner ensures forall i < size: output[i] == input[i / WG * WG + (i + 1) % WG] - input[i]

__kernel void racy(__global const float *input, __global float *output, __local float *tile) {
  int lid = get_local_id(0);
  tile[lid] = input[get_global_id(0)];
  // missing: barrier(CLK_LOCAL_MEM_FENCE);
  float neighbour = tile[(lid + 1) % get_local_size(0)];
  output[get_global_id(0)] = neighbour - tile[lid];
}
