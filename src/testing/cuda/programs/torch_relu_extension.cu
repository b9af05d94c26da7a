// activation of a PyTorch extension: right
#include <torch/extension.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <c10/cuda/CUDAException.h>

#define CHECK_INPUT(x) TORCH_CHECK(x.is_cuda(), #x " must be a CUDA tensor")

template <typename scalar_t>
__global__ void leaky_relu_kernel(const scalar_t* __restrict__ input, scalar_t* __restrict__ output,
                                  const scalar_t negative_slope, const int64_t numel) {
  const int64_t idx = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const int64_t stride = static_cast<int64_t>(blockDim.x) * gridDim.x;
  for (int64_t i = idx; i < numel; i += stride) {
    const scalar_t x = input[i];
    output[i] = x > static_cast<scalar_t>(0) ? x : x * negative_slope;
  }
}

torch::Tensor leaky_relu_cuda(torch::Tensor input, double negative_slope) {
  CHECK_INPUT(input);
  auto output = torch::empty_like(input);
  const int64_t numel = input.numel();
  const int threads = 256;
  const int blocks = std::min<int64_t>((numel + threads - 1) / threads, 65535);
  AT_DISPATCH_FLOATING_TYPES(input.scalar_type(), "leaky_relu_cuda", ([&] {
    leaky_relu_kernel<scalar_t><<<blocks, threads>>>(
        input.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(),
        static_cast<scalar_t>(negative_slope), numel);
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return output;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("forward", &leaky_relu_cuda, "Leaky ReLU (CUDA)");
}
