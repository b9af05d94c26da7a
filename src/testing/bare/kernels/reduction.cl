__kernel void reduce(__global const float *input, __global float *output, __local float *sdata, unsigned int n) {
  unsigned int tid = get_local_id(0);
  unsigned int i = get_group_id(0) * (get_local_size(0) * 2) + tid;
  sdata[tid] = (i < n) ? input[i] : 0;
  if (i + get_local_size(0) < n) sdata[tid] += input[i + get_local_size(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) output[get_group_id(0)] = sdata[0];
}
