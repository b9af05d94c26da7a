// a seven-point stencil that walks through planes: right
#include <cuda_runtime.h>
#define BX 16
#define BY 4

#define IDX(i, j, k) ((i) + nx * ((j) + ny * (k)))

__global__ void stencil7(float c0, float c1, const float *__restrict__ A0, float *__restrict__ Anext, int nx, int ny,
                         int nz) {
  int i = blockDim.x * blockIdx.x + threadIdx.x + 1;
  int j = blockDim.y * blockIdx.y + threadIdx.y + 1;
  if (i < nx - 1 && j < ny - 1) {
    float below = A0[IDX(i, j, 0)];
    float here = A0[IDX(i, j, 1)];
    for (int k = 1; k < nz - 1; ++k) {
      float above = A0[IDX(i, j, k + 1)];
      Anext[IDX(i, j, k)] = (above + below + A0[IDX(i, j + 1, k)] + A0[IDX(i, j - 1, k)] + A0[IDX(i + 1, j, k)] +
                             A0[IDX(i - 1, j, k)]) * c1 - here * c0;
      below = here;
      here = above;
    }
  }
}

int main() {
  const int nx = 34, ny = 10, nz = 8;
  float *a, *b;
  const size_t size = sizeof(float) * nx * ny * nz;
  cudaMalloc((void **)&a, size);
  cudaMalloc((void **)&b, size);
  dim3 block(BX, BY, 1);
  dim3 grid((nx - 2 + BX - 1) / BX, (ny - 2 + BY - 1) / BY, 1);
  for (int t = 0; t < 4; t++) {
    stencil7<<<grid, block>>>(1.0f / 6.0f, 1.0f / 36.0f, a, b, nx, ny, nz);
    float *tmp = a;
    a = b;
    b = tmp;
  }
  cudaDeviceSynchronize();
}
