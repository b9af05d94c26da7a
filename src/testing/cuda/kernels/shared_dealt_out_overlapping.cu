// two arrays dealt out of dynamic shared memory overlap: race-local
// launch deal: 1 of 96, 768 bytes; a[96], b[96], out[96]
__global__ void deal(const int *a, const int *b, int *out) {
  extern __shared__ int s[];
  int *first = s;
  int *second = first + blockDim.x / 2;
  first[threadIdx.x] = a[threadIdx.x]; // !
  second[threadIdx.x] = b[threadIdx.x]; // !
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] - second[threadIdx.x];
}

int main() {
  int *a, *b, *out;
  cudaMalloc(&a, 96 * sizeof(int));
  cudaMalloc(&b, 96 * sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(a, 1, 96 * sizeof(int));
  cudaMemset(b, 2, 96 * sizeof(int));
  deal<<<1, 96, 2 * 96 * sizeof(int)>>>(a, b, out);
  return 0;
}
