// the block that finishes last adds up what all have stored: right; fenced
// launch reduceSinglePass: 4 of 32; g_idata[110], g_partial[4], g_odata[1], n = 110
__device__ unsigned int retirementCount = 0;

__global__ void reduceSinglePass(const int *g_idata, volatile int *g_partial, int *g_odata, unsigned int n) {
  __shared__ int sdata[32];
  __shared__ bool amLast;
  const unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  sdata[tid] = i < n ? g_idata[i] : 0;
  __syncthreads();
  for (int s = 16; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) {
    g_partial[blockIdx.x] = sdata[0];
    __threadfence();
    unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (amLast && tid == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; b++) sum += g_partial[b];
    *g_odata = sum;
    retirementCount = 0;
  }
}

#pragma tuner ensures g_odata[0] == sum(i < 110: g_idata[i])

int main() {
  const unsigned int n = 110, threads = 32, blocks = (n + threads - 1) / threads;
  int *in, *partial, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&partial, blocks * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (unsigned int i = 0; i < n; i++) in[i] = i % 12;
  reduceSinglePass<<<blocks, threads>>>(in, partial, out, n);
  return 0;
}
