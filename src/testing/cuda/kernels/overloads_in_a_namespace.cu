// overloads, default arguments and references, in namespaces: right
// launch app::squares: 2 of 32; x[50], k[50], y[50], n = 50
namespace math {
namespace detail {
__device__ inline int square(int x) { return x * x; }
__device__ inline float square(float x) { return x * x; }
}
using detail::square;
template <typename T> __device__ void add_to(T &total, T value, T times = 1) { total += value * times; }
}

namespace app {
using real = float;
typedef unsigned int index_t;

__global__ void squares(const real *x, const int *k, real *y, index_t n) {
  const index_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real total = 0;
  math::add_to(total, math::square(x[i]));
  math::add_to(total, real(math::square(k[i])), 2.0f);
  y[i] = total;
}
}

#pragma tuner ensures forall i < 50: y[i] == (i % 5) * (i % 5) + 2 * (i % 3) * (i % 3)

int main() {
  const unsigned int n = 50;
  float *x, *y;
  int *k;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&k, n * sizeof(int));
  cudaMallocManaged(&y, n * sizeof(float));
  for (unsigned int i = 0; i < n; i++) {
    x[i] = i % 5;
    k[i] = i % 3;
  }
  constexpr auto threads = 32u;
  app::squares<<<(n + threads - 1) / threads, threads>>>(x, k, y, n);
  cudaDeviceSynchronize();
  return 0;
}
