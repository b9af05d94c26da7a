// steps of the Adam optimiser, modes by an enum: right
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <vector>

typedef enum { ADAM_MODE_0 = 0, ADAM_MODE_1 = 1 } adamMode_t;

template <typename T, typename G>
__global__ void adam(T *__restrict__ p, T *__restrict__ m, T *__restrict__ v, const G *__restrict__ g, const float b1,
                     const float b2, const float eps, const float grad_scale, const float step_size,
                     const int time_step, const size_t vector_size, adamMode_t mode, const float decay) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  const size_t totThreads = gridDim.x * (size_t)blockDim.x;
  for (size_t j = i; j < vector_size; j += totThreads) {
    for (int t = 1; t <= time_step; t++) {
      T scaled_grad = g[j] / grad_scale;
      m[j] = b1 * m[j] + (1.f - b1) * scaled_grad;
      v[j] = b2 * v[j] + (1.f - b2) * scaled_grad * scaled_grad;
      float m_corrected = m[j] / (1.f - powf(b1, t));
      float v_corrected = v[j] / (1.f - powf(b2, t));
      float denom;
      if (mode == ADAM_MODE_0)
        denom = sqrtf(v_corrected + eps);
      else
        denom = sqrtf(v_corrected) + eps;
      float update = (m_corrected / denom) + (decay * p[j]);
      p[j] -= (step_size * update);
    }
  }
}

int main(int argc, char *argv[]) {
  if (argc != 4) {
    printf("Usage: %s <vector size> <number of time steps> <repeat>\n", argv[0]);
    return 1;
  }
  const int vector_size = atoi(argv[1]);
  const int time_step = atoi(argv[2]);
  const int repeat = atoi(argv[3]);
  size_t size_bytes = vector_size * sizeof(float);
  float *d_m, *d_v, *d_g, *d_p;
  cudaMalloc((void **)&d_m, size_bytes);
  cudaMemset(d_m, 0, size_bytes);
  cudaMalloc((void **)&d_v, size_bytes);
  cudaMemset(d_v, 0, size_bytes);
  cudaMalloc((void **)&d_g, size_bytes);
  cudaMemset(d_g, 0, size_bytes);
  cudaMalloc((void **)&d_p, size_bytes);
  cudaMemset(d_p, 0, size_bytes);
  const float step_size = 1e-3f;
  const float decay = 0.5f;
  const float beta1 = 0.9f;
  const float beta2 = 0.999f;
  const float eps = 1e-10f;
  const float grad_scale = 256.f;
  const int threadsPerBlock = 256;
  const dim3 grids((vector_size + threadsPerBlock - 1) / threadsPerBlock);
  const dim3 blocks(threadsPerBlock);
  adamMode_t mode = ADAM_MODE_0;
  cudaDeviceSynchronize();
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeat; i++) {
    adam<float, float><<<grids, blocks>>>(d_p, d_m, d_v, d_g, beta1, beta2, eps, grad_scale, step_size, time_step,
                                          vector_size, mode, decay);
  }
  cudaDeviceSynchronize();
  auto end = std::chrono::steady_clock::now();
  auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  printf("Average kernel execution time %f (ms)\n", time * 1e-6f / repeat);
  cudaFree(d_m);
  return 0;
}
