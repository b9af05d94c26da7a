// a lock that is taken and never given back: non-termination
// launch add: 2 of 32; mutex[1], total[1]
__global__ void add(int *mutex, volatile int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0); // !
    *total = *total + 1;
  }
}

#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array mutex = 1
#pragma tuner array total = 1
#pragma tuner input mutex[i] = 0
#pragma tuner input total[i] = 0
