// a tree in shared memory without the barrier in its loop: race-local
// launch reduce: 2 of 128, 512 bytes; g_idata[256], g_odata[2]
__global__ void reduce(const int *g_idata, int *g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  sdata[tid] = g_idata[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1)
    if (tid < s) sdata[tid] += sdata[tid + s]; // !
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_in, 256 * sizeof(int));
  cudaMalloc(&d_out, 2 * sizeof(int));
  cudaMemset(d_in, 0, 256 * sizeof(int));
  reduce<<<2, 128, 128 * sizeof(int)>>>(d_in, d_out);
  return 0;
}
