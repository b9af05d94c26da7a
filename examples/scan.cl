// Prefix sum of each group (Hillis and Steele): in every step an item adds the value at a distance that
// doubles. Two halves of local memory take turns, so that one barrier a step is enough.
#pragma tuner param WG = pow2(2, size)
#pragma tuner local temp = 2 * WG
#pragma tuner input input[i] = i * 5 % 7
#pragma tuner ensures forall i < size: output[i] == sum(k <= i % WG: input[i - k])

__kernel void scan(__global const float *input, __global float *output, __local float *temp) {
  int lid = get_local_id(0);
  int n = get_local_size(0);
  int out = 0, in = 1;
  temp[lid] = input[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < n; offset <<= 1) {
    out = 1 - out;
    in = 1 - out;
    if (lid >= offset)
      temp[out * n + lid] = temp[in * n + lid] + temp[in * n + lid - offset];
    else
      temp[out * n + lid] = temp[in * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  output[get_global_id(0)] = temp[out * n + lid];
}
