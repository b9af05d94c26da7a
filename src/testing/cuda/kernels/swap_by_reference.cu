// a sort of pairs whose helper takes references and a default direction: right
// launch odd_even: 1 of 32; a[64]
namespace sorting {
template <typename T> __device__ __forceinline__ void order(T &a, T &b, bool up = true) {
  if ((a > b) == up) {
    T t = a;
    a = b;
    b = t;
  }
}
}

#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array a = 64
#pragma tuner input a[i] = i * 37 % 64
#pragma tuner ensures forall i < 63: a[i] <= a[i + 1]
#pragma tuner ensures sum(i < 64: a[i]) == sum(i < 64: old(a[i]))
__global__ void odd_even(int *a) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  s[t + 32] = a[t + 32];
  __syncthreads();
  for (int round = 0; round < 32; ++round) {
    sorting::order(s[2 * t], s[2 * t + 1]);
    __syncthreads();
    if (t < 31) sorting::order(s[2 * t + 1], s[2 * t + 2], true);
    __syncthreads();
  }
  a[t] = s[t];
  a[t + 32] = s[t + 32];
}
