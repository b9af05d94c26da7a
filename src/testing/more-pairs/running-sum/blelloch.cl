// up and down a tree: right
#pragma tuner local_size 8
#pragma tuner items 8
__kernel void cumsum(__global const int *x, __global int *y, int n) {
  __local int s[8];
  int t = get_local_id(0);
  int own = t < n ? x[t] : 0;
  s[t] = own;
  for (int d = 1; d < 8; d <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = (t + 1) * d * 2 - 1;
    if (i < 8) s[i] += s[i - d];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) s[7] = 0;
  for (int d = 4; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = (t + 1) * d * 2 - 1;
    if (i < 8) {
      int left = s[i - d];
      s[i - d] = s[i];
      s[i] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < n) y[t] = s[t] + own;
}
