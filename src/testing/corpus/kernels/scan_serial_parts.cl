// Each item scans its own part; the sums of the parts are scanned by the first item.
#pragma tuner param WG = {2, 4}
#pragma tuner param TS = {2, 4}
#pragma tuner items size / TS
#pragma tuner require size % (WG * TS) == 0
#pragma tuner local sums = WG
#pragma tuner input data[i] = 2
#pragma tuner ensures forall i: data[i] == 2 * (i % (WG * TS) + 1)

__kernel void scan(__global int *data, __local int *sums) {
  int lid = get_local_id(0), first = get_global_id(0) * TS;
  int sum = 0;
  for (int i = 0; i < TS; i++) {
    sum += data[first + i];
    data[first + i] = sum;
  }
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0)
    for (int i = 1; i < get_local_size(0); i++)
      sums[i] += sums[i - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid > 0)
    for (int i = 0; i < TS; i++)
      data[first + i] += sums[lid - 1];
}
