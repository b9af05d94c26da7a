// atomicDec wraps to the number of buffers, which is none of them: bounds
// launch deal: 1 of 32; loads[4]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array loads = 4
__global__ void deal(int *loads) {
  __shared__ unsigned turn;
  __shared__ int counts[4];
  const int t = threadIdx.x;
  if (t < 4) counts[t] = 0;
  if (t == 0) turn = 3;
  __syncthreads();
  const unsigned buffer = atomicDec(&turn, 4);
  atomicAdd(&counts[buffer], 1); // !
  __syncthreads();
  if (t < 4) loads[t] = counts[t];
}
