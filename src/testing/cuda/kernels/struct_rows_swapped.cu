// parameters of a kernel in a struct, rows taken for columns: bounds
// launch clear: 2 x 4 of 32; m
struct Matrix {
  float *data;
  int rows, cols;
  __device__ float &at(int r, int c) const { return data[r * cols + c]; }
};

__global__ void clear(Matrix m) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y;
  if (c < m.rows) m.at(c, r) = 0; // !
}

int main() {
  Matrix m;
  m.rows = 40;
  m.cols = 3;
  cudaMalloc(&m.data, m.rows * m.cols * sizeof(float));
  clear<<<dim3(2, 4), 32>>>(m);
  cudaDeviceSynchronize();
  return 0;
}
