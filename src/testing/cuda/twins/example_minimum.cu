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

__global__ void minimum(const int *glob, int *mins, int TS) {
  extern __shared__ int loc[];
  int my_unit = (blockIdx.x * blockDim.x + threadIdx.x) / blockDim.x;
  int my_elem = threadIdx.x;
  loc[my_elem] = INT_MAX;
  for (int i = 0; i < TS; i++) {
    MIN(loc[my_elem], glob[i + (blockIdx.x * blockDim.x + threadIdx.x) * TS])
  }
  __syncthreads();
  if (my_elem == 0) {
    for (int i = 1; i < blockDim.x; i++) {
      MIN(loc[0], loc[i])
    }
    mins[my_unit] = loc[0];
  }
}
