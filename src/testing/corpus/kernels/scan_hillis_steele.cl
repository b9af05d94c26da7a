// Inclusive scan of each group, two halves of local memory taking turns.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local temp = 2 * WG
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == i % WG + 1

__kernel void scan(__global const int *in, __global int *out, __local int *temp) {
  int lid = get_local_id(0), n = get_local_size(0);
  int to = 0, from = 1;
  temp[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < n; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (lid >= offset)
      temp[to * n + lid] = temp[from * n + lid] + temp[from * n + lid - offset];
    else
      temp[to * n + lid] = temp[from * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = temp[to * n + lid];
}
