// wrong [race-local] but g++ sees [bounds]: the index was not called uninitialised
#pragma tuner param WG = {4}
#pragma tuner items 8
#pragma tuner array o = 8
#pragma tuner input o[i] = 0
__kernel void f(__global int *o) {
  __local int l[4];
  int lid = get_local_id(0), at;
  l[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  l[at] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l[lid];
}
