// layer normalisation with warp and block sums: right
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <iostream>
#include <vector>
#include <algorithm>

constexpr int kWarpSize = 32;

template <typename T>
__inline__ __device__ T warpReduceSum(T val) {
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) val += __shfl_xor_sync(0xffffffff, val, mask, 32);
  return val;
}

template <typename T>
__inline__ __device__ T blockReduceSum(T val) {
  static __shared__ T shared[32];
  int lane = threadIdx.x & 0x1f;
  int wid = threadIdx.x >> 5;
  val = warpReduceSum<T>(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < (blockDim.x / 32.f)) ? shared[lane] : (T)(0.0f);
  val = warpReduceSum<T>(val);
  return val;
}

template <typename T>
__global__ void layerNorm(const T* __restrict input, const T* __restrict gamma, const T* __restrict beta,
                          T* output, const float eps, int m, int n) {
  const int tid = threadIdx.x;
  __shared__ float s_mean;
  __shared__ float s_variance;
  float mean = 0.0f;
  float variance = 0.0f;
  float local_sum = 0.0f;
  for (int i = tid; i < n; i += blockDim.x) local_sum += (float)(__ldg(&input[blockIdx.x * n + i]));
  mean = blockReduceSum(local_sum);
  if (threadIdx.x == 0) s_mean = mean / n;
  __syncthreads();
  float local_var_sum = 0.0f;
  for (int i = tid; i < n; i += blockDim.x) {
    float diff = (float)(__ldg(&input[blockIdx.x * n + i])) - s_mean;
    local_var_sum += diff * diff;
  }
  variance = blockReduceSum(local_var_sum);
  if (threadIdx.x == 0) s_variance = rsqrtf(variance / n + eps);
  __syncthreads();
  for (int i = tid; i < n; i += blockDim.x) {
    float beta_val = (beta == nullptr) ? 0.0f : (float)__ldg(&beta[i]);
    output[blockIdx.x * n + i] =
        (T)(((float)input[blockIdx.x * n + i] - s_mean) * s_variance * (float)(__ldg(&gamma[i])) + beta_val);
  }
}

int main() {
  const int m = 8, n = 256;
  std::vector<float> h_in(m * n, 1.0f), h_gamma(n, 1.0f), h_beta(n, 0.0f);
  float *d_in, *d_gamma, *d_beta, *d_out;
  cudaMalloc(&d_in, m * n * sizeof(float));
  cudaMalloc(&d_gamma, n * sizeof(float));
  cudaMalloc(&d_beta, n * sizeof(float));
  cudaMalloc(&d_out, m * n * sizeof(float));
  cudaMemcpy(d_in, h_in.data(), m * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_gamma, h_gamma.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_beta, h_beta.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  layerNorm<float><<<m, 128>>>(d_in, d_gamma, d_beta, d_out, 1e-5f, m, n);
  cudaDeviceSynchronize();
  std::cout << "done" << std::endl;
  return 0;
}
