// Each work-item adds up TS elements, a group its partial sums.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner param TS = pow2(1, size/2)
#pragma tuner require WG * TS <= size
#pragma tuner items size / TS
#pragma tuner local partial = WG
#pragma tuner input input[i] = i * 5 % 7
#pragma tuner ensures sum(g < size / (WG * TS): output[g]) == sum(i < size: input[i])

__kernel void sum(__global const float *input,
                  __global float *output,
                  __local float *partial, int TS) {
  int lid = get_local_id(0);
  float total = 0.0f;
  for (int i = 0; i < TS; ++i)
    total += input[get_global_id(0) + i * get_global_size(0)];
  partial[lid] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s)
      partial[lid] += partial[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    output[get_group_id(0)] = partial[0];
}
