// Constants of an NVIDIA GPU that no data sheet has, for a machine of one's own:
// nvcc -O2 -arch=native scripts/probe.cu -o probe && ./probe
// Latencies are in cycles of the units, of one lane that follows addresses; the second cache's width is what all
// units read of an array that stays in it.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

using Cell = unsigned long long;

__global__ void follow(Cell *at, int before, int steps, Cell **end, long long *cycles, bool pastFirstCache) {
  auto next = [&] { return reinterpret_cast<Cell *>(pastFirstCache ? __ldcg(at) : __ldca(at)); };
  for (int i = 0; i < before; i++) at = next();
  const long long began = clock64();
#pragma unroll 8
  for (int i = 0; i < steps; i++) at = next();
  *cycles = clock64() - began;
  *end = at;
}

__global__ void followShared(int steps, unsigned *end, long long *cycles) {
  __shared__ unsigned cells[1024];
  for (int i = 0; i < 1024; i++) cells[i] = (i + 1) % 1024;
  unsigned at = 0;
  const long long began = clock64();
  for (int i = 0; i < steps; i++) at = cells[at];
  *cycles = clock64() - began;
  *end = at;
}

__global__ void chain(int steps, float factor, float *end, long long *cycles) {
  float value = factor;
  const long long began = clock64();
#pragma unroll 64
  for (int i = 0; i < steps; i++) value = fmaf(value, factor, factor);
  *cycles = clock64() - began;
  *end = value;
}

__global__ void copy(float4 *to, const float4 *from, size_t count) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
    to[i] = from[i];
}

__global__ void readAgain(const float4 *from, int each, int rounds, float *end) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  float sum = 0;
  for (int round = 0; round < rounds; round++) {
    // Other groups' lines in each round: none stays in a first cache.
    const size_t first = (blockIdx.x * size_t(blockDim.x) + threadIdx.x + round * 4096) % threads;
    for (int i = 0; i < each; i++) {
      const float4 value = __ldcg(from + first + i * threads);
      sum += value.x + value.y + value.z + value.w;
    }
  }
  if (sum == 12345.678f) *end = sum;
}

static const int STEPS = 4096;

int main() {
  cudaDeviceProp about;
  if (cudaGetDeviceProperties(&about, 0) != cudaSuccess) return std::puts("There is no GPU."), 1;
  int kilohertz = 0;
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
  std::printf("%s: %d units, %.3f GHz, second cache of %d bytes, %zu bytes of shared memory and %d registers in a unit\n",
              about.name, about.multiProcessorCount, kilohertz / 1e6, about.l2CacheSize,
              about.sharedMemPerMultiprocessor, about.regsPerMultiprocessor);
  long long *cycles;
  void *end;
  cudaMallocManaged(&cycles, sizeof *cycles);
  cudaMalloc(&end, 64);
  const auto taken = [&] { return cudaDeviceSynchronize(), double(*cycles); };
  for (int turn = 0; turn < 2; turn++) chain<<<1, 1>>>(STEPS, 1.0001f, static_cast<float *>(end), cycles), taken();
  std::printf("dependent: %.1f cycles\n", *cycles / double(STEPS));
  followShared<<<1, 1>>>(STEPS, static_cast<unsigned *>(end), cycles);
  std::printf("shared memory: %.1f cycles\n", taken() / STEPS);

  for (size_t kilobytes : {16, 64, 128, 256, 1024, 8192, 16384, 32768, 65536, 262144, 1048576}) {
    const size_t line = 16, lines = kilobytes * 1024 / (line * sizeof(Cell));
    std::vector<size_t> order(lines);
    std::iota(order.begin(), order.end(), 0);
    Cell seed = 88172645463325252ull;
    for (size_t i = lines - 1; i > 0; i--) {
      seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
      std::swap(order[i], order[seed % (i + 1)]);
    }
    Cell *cells;
    cudaMalloc(&cells, lines * line * sizeof(Cell));
    std::vector<Cell> next(lines * line);
    for (size_t i = 0; i < lines; i++)
      next[order[i] * line] = reinterpret_cast<Cell>(cells + order[(i + 1) % lines] * line);
    cudaMemcpy(cells, next.data(), next.size() * sizeof(Cell), cudaMemcpyHostToDevice);
    // What may fit is read once before; of more, no line is met twice.
    const bool fits = lines <= 1 << 19;
    const int steps = fits ? int(std::min<size_t>(std::max<size_t>(lines, 2048), 65536)) : 16384;
    double each[2];
    for (int past = 0; past < 2; past++) {
      follow<<<1, 1>>>(cells + order[past * lines / 2] * line, fits ? int(lines) : 8, steps,
                       static_cast<Cell **>(end), cycles, past == 1);
      each[past] = taken() / steps;
    }
    std::printf("%zu KB: %.1f cycles, past the first cache %.1f\n", kilobytes, each[0], each[1]);
    cudaFree(cells);
  }

  cudaEvent_t began, ended;
  cudaEventCreate(&began), cudaEventCreate(&ended);
  float *from, *to;
  const size_t bytes = size_t(1) << 30;
  cudaMalloc(&from, bytes), cudaMalloc(&to, bytes);
  cudaMemset(from, 0, bytes);
  const auto rate = [&](double moved, auto launch) {
    float milliseconds = 0;
    for (int turn = 0; turn < 3; turn++) {
      cudaEventRecord(began), launch(), cudaEventRecord(ended), cudaEventSynchronize(ended);
      cudaEventElapsedTime(&milliseconds, began, ended);
    }
    return moved / milliseconds / 1e6;
  };
  const int units = about.multiProcessorCount;
  std::printf("memory: %.0f GB/s copied\n", rate(2.0 * bytes, [&] {
                copy<<<units * 16, 512>>>(reinterpret_cast<float4 *>(to), reinterpret_cast<float4 *>(from), bytes / 16);
              }));
  for (int each : {1, 2, 4, 8}) {
    const double read = 200.0 * each * units * 2048 * 16;
    const double second = rate(read, [&] {
      readAgain<<<units * 2, 1024>>>(reinterpret_cast<float4 *>(from), each, 200, static_cast<float *>(end));
    });
    std::printf("second cache, %.1f MB: %.0f GB/s, %.1f bytes a cycle and unit\n", read / 200 / 1e6, second,
                second / units / (kilohertz / 1e6));
  }
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess) std::printf("%s\n", cudaGetErrorString(code));
  return code == cudaSuccess ? 0 : 1;
}
