// counts of the block, then of the system: right
// launch count: 3 of 48; data[100], total[1], n = 100
__global__ void count(const int *data, int *total, int n) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && data[i] % 3 == 0) atomicAdd_block(&mine, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(total, mine);
}

#pragma tuner ensures total[0] == count(i < 100: data[i] % 3 == 0)

int main() {
  int n = 100, *data, *total;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < n; i++) data[i] = i * i;
  *total = 0;
  count<<<(n + 47) / 48, 48>>>(data, total, n);
  cudaDeviceSynchronize();
  return 0;
}
