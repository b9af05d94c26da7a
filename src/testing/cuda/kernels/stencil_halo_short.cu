// stencil whose tile has no room for its right halo: bounds
// launch stencil: 2 of 64; in[128], out[128], n = 128
#define RADIUS 2
#define BLOCK_SIZE 64
__global__ void stencil(const int *in, int *out, int n) {
  __shared__ int temp[BLOCK_SIZE + RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
  temp[l] = g < n ? in[g] : 0;
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
    temp[l + BLOCK_SIZE] = g + BLOCK_SIZE < n ? in[g + BLOCK_SIZE] : 0; // !
  }
  __syncthreads();
  int sum = 0;
  for (int k = -RADIUS; k <= RADIUS; k++) sum += temp[l + k]; // !
  if (g < n) out[g] = sum;
}

int main() {
  const int n = 128;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  stencil<<<n / BLOCK_SIZE, BLOCK_SIZE>>>(in, out, n);
  return 0;
}
