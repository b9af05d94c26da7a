// right for up to four elements: wrong
#pragma tuner local_size 8
#pragma tuner items 8
__kernel void scan(__global const int *x, __global int *y, int n) {
  __local int s[2][8];
  int lid = get_local_id(0), from = 0;
  s[0][lid] = lid < n ? x[lid] : 0;
  for (int d = 1; d < 4; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    s[1 - from][lid] = s[from][lid] + (lid >= d ? s[from][lid - d] : 0);
    from = 1 - from;
  }
  if (lid < n) y[lid] = s[from][lid];
}
