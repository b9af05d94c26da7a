// product of matrices in tiles, their width a template's value: right
// launch MatrixMulCUDA<8>: 2 of 8 x 8; C[128], A[192], B[384], wA = 24, wB = 16
template <int BLOCK_SIZE>
__global__ void MatrixMulCUDA(float *C, const float *A, const float *B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wA * BLOCK_SIZE * by, aEnd = aBegin + wA - 1, aStep = BLOCK_SIZE;
  int bBegin = BLOCK_SIZE * bx, bStep = BLOCK_SIZE * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k) Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

#pragma tuner ensures forall r < 8: forall c < 16: C[r * 16 + c] == sum(k < 24: A[r * 24 + k] * B[k * 16 + c])

void ConstantInit(float *data, int size, int step) {
  for (int i = 0; i < size; ++i) data[i] = i * step % 9 - 4;
}

int main() {
  const int block_size = 8;
  dim3 dimsA(24, 8, 1), dimsB(16, 24, 1);
  unsigned int mem_size_A = sizeof(float) * dimsA.x * dimsA.y;
  unsigned int mem_size_B = sizeof(float) * dimsB.x * dimsB.y;
  unsigned int mem_size_C = dimsB.x * dimsA.y * sizeof(float);
  float *h_A = (float *)malloc(mem_size_A), *h_B = (float *)malloc(mem_size_B);
  ConstantInit(h_A, dimsA.x * dimsA.y, 2);
  ConstantInit(h_B, dimsB.x * dimsB.y, 5);
  float *d_A, *d_B, *d_C;
  cudaMalloc(&d_A, mem_size_A);
  cudaMalloc(&d_B, mem_size_B);
  cudaMalloc(&d_C, mem_size_C);
  cudaMemcpy(d_A, h_A, mem_size_A, cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, h_B, mem_size_B, cudaMemcpyHostToDevice);
  dim3 threads(block_size, block_size);
  dim3 grid(dimsB.x / threads.x, dimsA.y / threads.y);
  MatrixMulCUDA<8><<<grid, threads>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
  cudaDeviceSynchronize();
  free(h_A);
  free(h_B);
  return 0;
}
