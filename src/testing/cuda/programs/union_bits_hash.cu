// bits of floats through a union, and a hash: right
#include <cuda_runtime.h>
#include <stdint.h>

union FloatBits {
  float f;
  uint32_t u;
};

__device__ __host__ inline uint32_t murmur3_fmix(uint32_t h) {
  h ^= h >> 16;
  h *= 0x85ebca6bU;
  h ^= h >> 13;
  h *= 0xc2b2ae35U;
  h ^= h >> 16;
  return h;
}

__device__ inline uint32_t rotl32(uint32_t x, int8_t r) { return (x << r) | (x >> (32 - r)); }

static __device__ unsigned long long d_total;

__global__ void hash_floats(const float *in, uint32_t *out, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    FloatBits b;
    b.f = in[i];
    uint32_t sign = b.u >> 31;
    uint32_t key = b.u ^ (-(int32_t)sign | 0x80000000u);
    uint32_t h = murmur3_fmix(rotl32(key, 15));
    out[i] = h;
    atomicAdd(&d_total, (unsigned long long)__popc(h));
  }
}

int main() {
  unsigned n = 300;
  float *in;
  uint32_t *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(uint32_t));
  unsigned long long zero = 0;
  cudaMemcpyToSymbol(d_total, &zero, sizeof(zero));
  hash_floats<<<2, 64>>>(in, out, n);
  cudaDeviceSynchronize();
}
