// Sums of 2^26 numbers: a thread adds up per_thread of them, a block its threads', one atomic for each block.
#ifndef N
#define N 67108864
#endif
#pragma tuner param block = {32, 64, 128, 256, 512, 1024}
#pragma tuner param per_thread = {1, 2, 4, 8, 16, 32, 64, 128}
#pragma tuner param layout = {0, 1}
#pragma tuner param tree = {0, 1}
#pragma tuner local_size block
#pragma tuner items N / per_thread
#pragma tuner array out = 1
#pragma tuner array in = N
#ifndef block
#define block 256
#define per_thread 8
#define layout 1
#define tree 1
#endif
extern "C" __global__ void sum(float *out, const float *__restrict__ in) {
  __shared__ float part[block];
  const int t = threadIdx.x;
  float s = 0.0f;
#if layout == 1
  const int first = blockIdx.x * block * per_thread + t;
#pragma unroll
  for (int i = 0; i < per_thread; i++) s += in[first + i * block];
#else
  const int first = (blockIdx.x * block + t) * per_thread;
#pragma unroll
  for (int i = 0; i < per_thread; i++) s += in[first + i];
#endif
#if tree == 1
  part[t] = s;
  __syncthreads();
#pragma unroll
  for (int h = block / 2; h > 0; h /= 2) {
    if (t < h) part[t] += part[t + h];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, part[0]);
#else
  part[t] = s;
  for (int h = 16; h > 0; h /= 2) s += __shfl_down_sync(0xffffffff, s, h);
  if (t % 32 == 0) atomicAdd(out, s);
#endif
}
