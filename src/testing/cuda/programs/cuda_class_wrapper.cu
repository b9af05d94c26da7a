// a buffer class of the host around a kernel: right
#include <cuda_runtime.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu {

inline void check(cudaError_t status, const char *file, int line) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(file) + ":" + std::to_string(line));
}
#define GPU_CHECK(x) ::gpu::check((x), __FILE__, __LINE__)

template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t n) : n_(n) { GPU_CHECK(cudaMalloc(&ptr_, n * sizeof(T))); }
  ~DeviceBuffer() { cudaFree(ptr_); }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;
  DeviceBuffer(DeviceBuffer &&o) noexcept : ptr_(o.ptr_), n_(o.n_) { o.ptr_ = nullptr; }
  T *get() { return ptr_; }
  const T *get() const { return ptr_; }
  size_t size() const { return n_; }
  void upload(const std::vector<T> &h) {
    GPU_CHECK(cudaMemcpy(ptr_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }

 private:
  T *ptr_ = nullptr;
  size_t n_ = 0;
};

__device__ __host__ inline float clampf(float v, float lo, float hi) { return v < lo ? lo : (v > hi ? hi : v); }

__global__ void __launch_bounds__(256) brighten(const unsigned char *__restrict__ src, unsigned char *__restrict__ dst,
                                                size_t n, float gain, float bias) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  dst[i] = static_cast<unsigned char>(clampf(src[i] * gain + bias, 0.f, 255.f));
}

void run(const std::vector<unsigned char> &image, std::vector<unsigned char> &out) {
  DeviceBuffer<unsigned char> a(image.size()), b(image.size());
  a.upload(image);
  constexpr unsigned kThreads = 256;
  const auto blocks = static_cast<unsigned>((image.size() + kThreads - 1) / kThreads);
  brighten<<<blocks, kThreads>>>(a.get(), b.get(), image.size(), 1.2f, 10.f);
  GPU_CHECK(cudaGetLastError());
  GPU_CHECK(cudaMemcpy(out.data(), b.get(), out.size(), cudaMemcpyDeviceToHost));
}

}  // namespace gpu

int main() {
  std::vector<unsigned char> img(1000, 7), out(1000);
  gpu::run(img, out);
  return out[0] == 18 ? 0 : 1;
}
