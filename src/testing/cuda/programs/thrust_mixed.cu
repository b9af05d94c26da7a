// a kernel between calls of thrust: right
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/functional.h>
#include <iostream>

struct square {
  __host__ __device__ float operator()(const float &x) const { return x * x; }
};

__global__ void scale(float *v, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] = square()(v[i]) * s;
}

int main() {
  thrust::host_vector<float> h(1000);
  for (size_t i = 0; i < h.size(); ++i) h[i] = static_cast<float>(i);
  thrust::device_vector<float> d = h;
  float *raw = thrust::raw_pointer_cast(d.data());
  scale<<<4, 64>>>(raw, 0.5f, static_cast<int>(d.size()));
  float total = thrust::reduce(d.begin(), d.end(), 0.0f, thrust::plus<float>());
  thrust::transform(d.begin(), d.end(), d.begin(), [] __device__(float x) { return x + 1.0f; });
  std::cout << total << "\n";
}
