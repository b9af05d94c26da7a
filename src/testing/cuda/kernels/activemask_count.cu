// lanes that are active together count themselves: right
// launch active: 2 of 32; total[1]
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array total = 1
#pragma tuner input total[i] = 0
#pragma tuner ensures total[0] == 26
__global__ void active(int *total) {
  if (threadIdx.x < 13) {
    const unsigned mask = __activemask();
    const int first = __ffs(mask) - 1;
    if (threadIdx.x == first) atomicAdd(total, __popc(mask));
  }
}
