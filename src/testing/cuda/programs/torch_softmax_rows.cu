// softmax of rows for PyTorch, reduced in shared memory: right
#include <torch/extension.h>
#include <cuda_runtime.h>
#include <float.h>

__global__ void softmax_kernel(const float* x, float* y, int rows, int cols) {
  extern __shared__ float sdata[];
  int row = blockIdx.x;
  int tid = threadIdx.x;
  const float* row_x = x + row * cols;
  float* row_y = y + row * cols;

  float max_val = -FLT_MAX;
  for (int i = tid; i < cols; i += blockDim.x) {
    max_val = fmaxf(max_val, row_x[i]);
  }
  sdata[tid] = max_val;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] = fmaxf(sdata[tid], sdata[tid + s]);
    }
    __syncthreads();
  }
  max_val = sdata[0];
  __syncthreads();

  float sum = 0.0f;
  for (int i = tid; i < cols; i += blockDim.x) {
    float e = expf(row_x[i] - max_val);
    row_y[i] = e;
    sum += e;
  }
  sdata[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  sum = sdata[0];
  for (int i = tid; i < cols; i += blockDim.x) row_y[i] /= sum;
}

at::Tensor softmax_cuda(at::Tensor x) {
  TORCH_CHECK(x.dim() == 2, "x must be 2D");
  auto y = at::empty_like(x);
  int rows = x.size(0);
  int cols = x.size(1);
  const int threads = 128;
  softmax_kernel<<<rows, threads, threads * sizeof(float)>>>(x.data_ptr<float>(), y.data_ptr<float>(), rows, cols);
  return y;
}
