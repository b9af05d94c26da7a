// Tiles that the group copies together, and copies back.
#pragma tuner param WG = {4, 8}
#pragma tuner local tile = 2 * WG
#pragma tuner items size / 2
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = i
#pragma tuner ensures forall i: out[i] == 2 * i

__kernel void tiles(__global const int *in, __global int *out, __local int *tile) {
  int lid = get_local_id(0), n = 2 * WG, base = get_group_id(0) * n;
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  for (int i = lid; i < n; i += WG)
    tile[i] *= 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + base, tile, n, 0);
  wait_group_events(1, &e);
}
