// three arrays carved out of dynamic shared memory: right
#include <cuda_runtime.h>
#include <cstdint>

struct Pair {
  float value;
  int index;
};

__global__ void argmax_rows(const float *__restrict__ x, int *__restrict__ out, float *__restrict__ best, int cols) {
  extern __shared__ unsigned char smem_raw[];
  float *vals = reinterpret_cast<float *>(smem_raw);
  int *idxs = reinterpret_cast<int *>(vals + blockDim.x);
  const int row = blockIdx.x;
  const int tid = threadIdx.x;
  Pair p = {-1e30f, -1};
  for (int c = tid; c < cols; c += blockDim.x) {
    const float v = x[row * cols + c];
    if (v > p.value) {
      p.value = v;
      p.index = c;
    }
  }
  vals[tid] = p.value;
  idxs[tid] = p.index;
  __syncthreads();
  for (unsigned s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (tid < s && vals[tid + s] > vals[tid]) {
      vals[tid] = vals[tid + s];
      idxs[tid] = idxs[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[row] = idxs[0];
    best[row] = vals[0];
  }
}

int main() {
  constexpr int rows = 4, cols = 100, threads = 64;
  float *x, *best;
  int *out;
  cudaMalloc(&x, rows * cols * sizeof(float));
  cudaMalloc(&best, rows * sizeof(float));
  cudaMalloc(&out, rows * sizeof(int));
  const size_t smem = threads * (sizeof(float) + sizeof(int));
  argmax_rows<<<rows, threads, smem>>>(x, out, best, cols);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
