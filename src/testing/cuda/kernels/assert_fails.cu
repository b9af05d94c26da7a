// an assertion in a kernel that one thread breaks: result
// launch check: 1 of 32; in[32], out[32]
#include <cassert>
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input in[i] = i == 17 ? 0 - 1 : i
__global__ void check(const int *in, int *out) {
  assert(in[threadIdx.x] >= 0); // !
  out[threadIdx.x] = in[threadIdx.x];
}
