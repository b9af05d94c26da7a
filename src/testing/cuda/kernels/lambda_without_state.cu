// a lambda without state is applied by a template: right
// launch relu_twice: 2 of 32; data[64], n = 60
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner input n = 60
#pragma tuner input data[i] = i - 20
#pragma tuner ensures forall i < 64: data[i] == (i >= 60 ? i - 20 : i - 20 < 0 ? 0 : 2 * (i - 20))
template <typename F>
__device__ __forceinline__ void each(int *data, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = f(data[i]);
}

__global__ void relu_twice(int *data, int n) {
  auto relu = [](int x) { return x > 0 ? x : 0; };
  each(data, n, relu);
  each(data, n, [](int x) { return 2 * x; });
}
