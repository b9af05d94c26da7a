// a block reads what its neighbour stores in the same launch: race-between-groups
// launch shift: 4 of 32; a[128]
#pragma tuner local_size 32
#pragma tuner items 128
__global__ void shift(int *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = i + 1 < 128 ? a[i + 1] : 0; // !
  __syncthreads();
  a[i] = next; // !
}
