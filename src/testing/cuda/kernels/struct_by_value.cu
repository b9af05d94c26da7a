// parameters of a kernel in a struct, its methods called: right
// launch scale_rows: 2 x 3 of 32; m, factors[3]
struct Matrix {
  float *data;
  int rows, cols;
  __device__ float &at(int r, int c) const { return data[r * cols + c]; }
};

__global__ void scale_rows(Matrix m, const float *factors) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y;
  if (c < m.cols) m.at(r, c) *= factors[r];
}

int main() {
  Matrix m;
  m.rows = 3;
  m.cols = 40;
  float *factors;
  cudaMallocManaged(&m.data, m.rows * m.cols * sizeof(float));
  cudaMallocManaged(&factors, m.rows * sizeof(float));
  for (int i = 0; i < m.rows * m.cols; i++) m.data[i] = i;
  for (int r = 0; r < m.rows; r++) factors[r] = r + 1;
  scale_rows<<<dim3((m.cols + 31) / 32, m.rows), 32>>>(m, factors);
  cudaDeviceSynchronize();
  for (int i = 0; i < m.rows * m.cols; i++)
    if (m.data[i] != i * (i / m.cols + 1)) return 1;
  return 0;
}
