// a stencil that loads its right border one element short: uninitialised
#include <stdio.h>
#define RADIUS 3
#define BLOCK_SIZE 16
#define NUM_ELEMENTS (BLOCK_SIZE * 4)

__global__ void stencil_1d(int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + (blockIdx.x * blockDim.x) + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    if (threadIdx.x < RADIUS - 1) temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset]; // !
  out[gindex - RADIUS] = result;
}

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_in, (NUM_ELEMENTS + 2 * RADIUS) * sizeof(int));
  cudaMalloc(&d_out, NUM_ELEMENTS * sizeof(int));
  stencil_1d<<<NUM_ELEMENTS / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out);
}
