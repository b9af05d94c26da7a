// a struct with constructors, methods and operators: right
// launch julia: 2 of 8 x 8; out[77], width = 11, height = 7
struct Complex {
  float re, im;
  __host__ __device__ Complex() : re(0), im(0) {}
  __host__ __device__ Complex(float re, float im = 0) : re(re), im(im) {}
  __device__ Complex operator*(const Complex &b) const { return Complex(re * b.re - im * b.im, re * b.im + im * b.re); }
  __device__ Complex &operator+=(const Complex &b) {
    re += b.re;
    im += b.im;
    return *this;
  }
  __device__ float magnitude2() const { return re * re + im * im; }
};

__global__ void julia(int *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  Complex a(x - width / 2, y - height / 2);
  const Complex c(1.0f);
  int steps = 0;
  while (steps < 10 && a.magnitude2() < 100) {
    a = a * a;
    a += c;
    steps++;
  }
  out[y * width + x] = steps;
}

#pragma tuner ensures forall i < 77: out[i] >= 0 && out[i] <= 10
#pragma tuner ensures out[38] == 4

int main() {
  const int width = 11, height = 7;
  int *out;
  cudaMalloc(&out, width * height * sizeof(int));
  dim3 block(8, 8);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  julia<<<grid, block>>>(out, width, height);
  cudaDeviceSynchronize();
  return 0;
}
