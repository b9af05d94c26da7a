__kernel void scan_exclusive(__global uint *dst, __global const uint *src, __global uint *sums, __local uint *temp) {
  uint lid = get_local_id(0), n = get_local_size(0), gid = get_global_id(0);
  uint pout = 0, pin = 1;
  temp[lid] = lid > 0 ? src[gid - 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < n; d <<= 1) {
    pout = 1 - pout;
    pin = 1 - pout;
    temp[pout * n + lid] = lid >= d ? temp[pin * n + lid] + temp[pin * n + lid - d] : temp[pin * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  dst[gid] = temp[pout * n + lid];
  if (lid == n - 1) sums[get_group_id(0)] = temp[pout * n + lid] + src[gid];
}
