// the block's least is read before all have given theirs: lockstep
// launch least: 1 of 8; in[8], out[1]
#pragma tuner local_size 8
#pragma tuner items 8
#pragma tuner array out = 1
#pragma tuner input in[i] = i * 7 % 13 + 3
__global__ void least(const int *in, int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 1000;
  __syncthreads();
  atomicMin_block(&s, in[threadIdx.x]); // !
  if (threadIdx.x == 0) out[0] = s; // !
}
