// one thread of each block takes a lock, adds, and gives it back: right; fenced
// launch add: 4 of 32; total[1]
__device__ int mutex = 0;

__global__ void add(volatile int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0);
    __threadfence();
    *total = *total + blockIdx.x + 1;
    __threadfence();
    atomicExch(&mutex, 0);
  }
}

#pragma tuner local_size 32
#pragma tuner items 128
#pragma tuner array total = 1
#pragma tuner input total[i] = 0
#pragma tuner ensures total[0] == 10
