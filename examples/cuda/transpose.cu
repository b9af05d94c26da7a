// Transposition of a matrix through a tile of shared memory, so that reads and writes of global memory both run along
// rows. A block of TILE x ROWS threads moves TILE x TILE elements; the padding keeps columns in different banks.
#include <cuda_runtime.h>

constexpr int TILE = 16;
constexpr int ROWS = 4;

#pragma tuner input in[i] = i
#pragma tuner ensures forall r < height: forall c < width: out[c * height + r] == in[r * width + c]

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int width = 40, height = 24;
  float *values = new float[width * height];
  for (int i = 0; i < width * height; ++i) values[i] = i;
  float *in, *out;
  cudaMalloc(&in, width * height * sizeof(float));
  cudaMalloc(&out, width * height * sizeof(float));
  cudaMemcpy(in, values, width * height * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(TILE, ROWS);
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  transpose<<<grid, block>>>(in, out, width, height);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  delete[] values;
  return 0;
}
