// the last warp of a sum goes on without __syncwarp: lockstep
// launch reduce6<128>: 2 of 128, 512 bytes; g_idata[200], g_odata[2], n = 200
template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  if (blockSize >= 64) sdata[tid] += sdata[tid + 32]; // !
  if (blockSize >= 32) sdata[tid] += sdata[tid + 16]; // !
  if (blockSize >= 16) sdata[tid] += sdata[tid + 8]; // !
  if (blockSize >= 8) sdata[tid] += sdata[tid + 4]; // !
  if (blockSize >= 4) sdata[tid] += sdata[tid + 2]; // !
  if (blockSize >= 2) sdata[tid] += sdata[tid + 1]; // !
}

template <unsigned int blockSize>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockSize + tid;
  sdata[tid] = i < n ? g_idata[i] : 0;
  __syncthreads();
  if (blockSize >= 128) {
    if (tid < 64) sdata[tid] += sdata[tid + 64];
    __syncthreads();
  }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main() {
  const unsigned int n = 200, threads = 128, blocks = (n + threads - 1) / threads;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  reduce6<128><<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
  return 0;
}
