// the last warp of a sum with __syncwarp between its steps: right
// launch reduce6<128>: 2 of 128, 512 bytes; g_idata[200], g_odata[2], n = 200
template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  int v = sdata[tid];
  if constexpr (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  #pragma unroll
  for (int s = 16; s > 0; s >>= 1) {
    v += sdata[tid + s];
    __syncwarp();
    sdata[tid] = v;
    __syncwarp();
  }
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

#pragma tuner ensures forall b < 2: g_odata[b] == sum(i < 128: b * 128 + i < 200 ? g_idata[b * 128 + i] : 0)

int main() {
  const unsigned int n = 200, threads = 128, blocks = (n + threads - 1) / threads;
  int h[n];
  for (unsigned int i = 0; i < n; i++) h[i] = i % 13 - 4;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  reduce6<128><<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
  return 0;
}
