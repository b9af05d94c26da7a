// The Minimum kernel: each work-item finds the least of its TS elements, and the first item of a group
// then reduces the group's results one by one (Listing 10 of the paper; the reduction is kept in local
// memory and written once, as its model in Listing 15 counts it). The host reduces over the groups.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner param TS = pow2(2, size/2)
#pragma tuner require WG * TS <= size
#pragma tuner items size / TS
#pragma tuner local loc = WG
#pragma tuner input glob[i] = (i + 1) * 5 % 16 - 8
#pragma tuner ensures min(g < size / (WG * TS): mins[g]) == min(glob)

#define MIN(a, b) if (a > b) a = b;

__kernel void minimum(__global const int *glob, __global int *mins, __local int *loc, int TS) {
  int my_unit = get_global_id(0) / get_local_size(0);
  int my_elem = get_local_id(0);
  loc[my_elem] = INT_MAX;
  for (int i = 0; i < TS; i++) {
    MIN(loc[my_elem], glob[i + get_global_id(0) * TS])
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (my_elem == 0) {
    for (int i = 1; i < get_local_size(0); i++) {
      MIN(loc[0], loc[i])
    }
    mins[my_unit] = loc[0];
  }
}
