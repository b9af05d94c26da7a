// seven points in three dimensions, blocks of three dimensions: right
// launch heat: 2 x 2 x 4 of 4 x 4 x 2; a[210], b[210], nx = 6, ny = 5, nz = 7
__global__ void heat(const float *__restrict__ a, float *__restrict__ b, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const int at = (z * ny + y) * nx + x;
  float sum = __ldg(&a[at]);
  if (x > 0) sum += __ldg(a + at - 1);
  if (x < nx - 1) sum += __ldg(a + at + 1);
  if (y > 0) sum += __ldg(a + at - nx);
  if (y < ny - 1) sum += __ldg(a + at + nx);
  if (z > 0) sum += __ldg(a + at - nx * ny);
  if (z < nz - 1) sum += __ldg(a + at + nx * ny);
  b[at] = sum;
}

#define DIVUP(a, b) (((a) + (b) - 1) / (b))
#pragma tuner ensures forall i < 210: b[i] == 7 - (i % 6 == 0) - (i % 6 == 5) - (i / 6 % 5 == 0) - (i / 6 % 5 == 4) - (i / 30 == 0) - (i / 30 == 6)

int main() {
  const int nx = 6, ny = 5, nz = 7;
  float *a, *b;
  cudaMallocManaged(&a, nx * ny * nz * sizeof(float));
  cudaMallocManaged(&b, nx * ny * nz * sizeof(float));
  for (int i = 0; i < nx * ny * nz; i++) a[i] = 1;
  const dim3 block(4, 4, 2);
  const dim3 grid(DIVUP(nx, block.x), DIVUP(ny, block.y), DIVUP(nz, block.z));
  heat<<<grid, block>>>(a, b, nx, ny, nz);
  cudaDeviceSynchronize();
  return 0;
}
