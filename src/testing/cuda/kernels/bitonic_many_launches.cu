// a bitonic sort of one launch for each step, in the host's loops: right
// launch bitonicSortGPU: 2 of 8; arr[16], j = 1, k = 2
// launch bitonicSortGPU: 2 of 8; arr[16], j = 2, k = 4
// launch bitonicSortGPU: 2 of 8; arr[16], j = 1, k = 4
// launch bitonicSortGPU: 2 of 8; arr[16], j = 4, k = 8
// launch bitonicSortGPU: 2 of 8; arr[16], j = 2, k = 8
// launch bitonicSortGPU: 2 of 8; arr[16], j = 1, k = 8
// launch bitonicSortGPU: 2 of 8; arr[16], j = 8, k = 16
// launch bitonicSortGPU: 2 of 8; arr[16], j = 4, k = 16
// launch bitonicSortGPU: 2 of 8; arr[16], j = 2, k = 16
// launch bitonicSortGPU: 2 of 8; arr[16], j = 1, k = 16
__global__ void bitonicSortGPU(int *arr, int j, int k) {
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned int ij = i ^ j;
  if (ij > i) {
    if ((i & k) == 0) {
      if (arr[i] > arr[ij]) {
        int temp = arr[i];
        arr[i] = arr[ij];
        arr[ij] = temp;
      }
    } else {
      if (arr[i] < arr[ij]) {
        int temp = arr[i];
        arr[i] = arr[ij];
        arr[ij] = temp;
      }
    }
  }
}

#pragma tuner ensures forall i < 15: arr[i] <= arr[i + 1]

int main() {
  const int size = 16;
  int *arr;
  cudaMallocManaged(&arr, size * sizeof(int));
  for (int i = 0; i < size; i++) arr[i] = i * 7 % 16;
  for (int k = 2; k <= size; k <<= 1)
    for (int j = k >> 1; j > 0; j = j >> 1) bitonicSortGPU<<<2, 8>>>(arr, j, k);
  cudaDeviceSynchronize();
  return 0;
}
