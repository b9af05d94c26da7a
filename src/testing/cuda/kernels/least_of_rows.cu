// the least of each row by atomicMin, of the block and then of all: right
// launch least: 4 of 8; in[32], out[2]
#pragma tuner local_size 8
#pragma tuner items 32
#pragma tuner array out = 2
#pragma tuner input in[i] = i * 7 % 13 + 3
#pragma tuner input out[i] = 1000
#pragma tuner ensures forall r < 2: out[r] == min(j < 16: in[r * 16 + j])
__global__ void least(const int *in, int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 1000;
  __syncthreads();
  atomicMin_block(&s, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMin_system(&out[blockIdx.x / 2], s);
}
