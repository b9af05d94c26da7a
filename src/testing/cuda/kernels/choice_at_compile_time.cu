// constexpr functions, if constexpr and static_assert choose a reduction: right
// launch reduce<N, Way::serial>: 3 of 32; in[96], out[3]
// launch reduce<32, Way::tree>: 3 of 32; in[96], out[3]
enum class Way { tree, serial };

constexpr bool isPower(int n) { return n > 0 && (n & (n - 1)) == 0; }

template <int N, Way WAY>
__device__ int total(int *s) {
  static_assert(isPower(N), "a power of two");
  if constexpr (WAY == Way::tree) {
    for (int h = N / 2; h > 0; h >>= 1) {
      if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
      __syncthreads();
    }
    return s[0];
  } else {
    int sum = 0;
    for (int i = 0; i < N; i++) sum += s[i];
    return sum;
  }
}

template <int N, Way WAY>
__global__ void reduce(const int *in, int *out) {
  __shared__ int s[N];
  s[threadIdx.x] = in[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  const int sum = total<N, WAY>(s);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

#pragma tuner ensures forall b < 3: out[b] == sum(i < 32: in[b * 32 + i])

int main() {
  constexpr int N = 32, blocks = 3;
  int *in, *out;
  cudaMallocManaged(&in, N * blocks * sizeof(int));
  cudaMallocManaged(&out, blocks * sizeof(int));
  for (int i = 0; i < N * blocks; i++) in[i] = i ^ 5;
  reduce<N, Way::serial><<<blocks, N>>>(in, out);
  reduce<32, Way::tree><<<blocks, N>>>(in, out);
  cudaDeviceSynchronize();
  return 0;
}
