// threads take places from the top of a stack by atomicSub: right
// launch take: 2 of 32; taken[64]
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array taken = 64
#pragma tuner ensures forall i < 64: taken[i] == i % 32 + 1
__global__ void take(int *taken) {
  __shared__ int top, places[32];
  const int t = threadIdx.x;
  if (t == 0) top = 32;
  __syncthreads();
  const int place = atomicSub(&top, 1) - 1;
  places[place] = place + 1;
  __syncthreads();
  taken[blockIdx.x * 32 + t] = places[t];
}
