// two meet only where an element has its largest value: wrong
#pragma tuner local_size 4
#pragma tuner items 4
__kernel void histogram(__global const uchar *x, __global int *bins, int n) {
  __local int count[4];
  int lid = get_local_id(0);
  count[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = lid; i < n; i += 4)
    if (x[i] == 3)
      count[3]++;
    else
      atomic_inc(&count[x[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  bins[lid] = count[lid];
}
