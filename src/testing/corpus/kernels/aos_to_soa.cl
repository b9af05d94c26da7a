// Triples in a row are taken apart by way of local memory.
#pragma tuner param WG = {4, 8}
#pragma tuner local t = 3 * WG
#pragma tuner array in = 3 * size
#pragma tuner array out = 3 * size
#pragma tuner input in[i] = i % 3
#pragma tuner ensures forall i: out[i] == i / size

__kernel void apart(__global const int *in, __global int *out, __local int *t) {
  int lid = get_local_id(0), n = get_local_size(0), gid = get_global_id(0);
  for (int k = 0; k < 3; k++)
    t[k * n + lid] = in[get_group_id(0) * 3 * n + k * n + lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; k++)
    out[k * size + gid] = t[lid * 3 + k];
}
