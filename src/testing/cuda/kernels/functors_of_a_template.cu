// operations as plain structs with a call operator, types and values as template parameters: right
// launch fold<int, 32, Sum>: 1 of 32; in[90], out[1], n = 90
// launch fold<int, 64, Largest>: 1 of 64; in[90], out[1], n = 90
template <typename T> struct Sum {
  static constexpr int identity = 0;
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Largest {
  static constexpr int identity = -1000000;
  __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <typename T, int THREADS, template <typename> class Op>
__global__ void __launch_bounds__(THREADS) fold(const T *__restrict__ in, T *__restrict__ out, int n) {
  __shared__ T s[THREADS];
  Op<T> op;
  T value = static_cast<T>(Op<T>::identity);
  for (int i = threadIdx.x; i < n; i += THREADS) value = op(value, in[i]);
  s[threadIdx.x] = value;
  __syncthreads();
#pragma unroll
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = s[0];
}

template __global__ void fold<int, 32, Sum>(const int *__restrict__, int *__restrict__, int);

#pragma tuner ensures out[0] <= max(i < 90: in[i])

int main() {
  const int n = 90;
  int *in, *sum, *largest;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  cudaMallocManaged(&largest, sizeof(int));
  for (int i = 0; i < n; i++) in[i] = i * 23 % 41 - 50;
  fold<int, 32, Sum><<<1, 32>>>(in, sum, n);
  fold<int, 64, Largest><<<1, 64>>>(in, largest, n);
  cudaDeviceSynchronize();
  int expected = 0;
  for (int i = 0; i < n; i++) expected += in[i];
  return *sum == expected ? 0 : 1;
}
