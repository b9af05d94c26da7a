// neighbours change places until the whole block says that it is in order: right
// launch sort: 2 of 16; data[32]
#pragma tuner local_size 16
#pragma tuner items 32
#pragma tuner input data[i] = i * 5 % 16
#pragma tuner ensures forall i < 32: data[i] == i % 16
__global__ void sort(int *data) {
  __shared__ int s[16];
  const int t = threadIdx.x;
  s[t] = data[blockIdx.x * 16 + t];
  __syncthreads();
  do {
    for (int odd = 0; odd < 2; odd++) {
      if (t % 2 == odd && t < 15 && s[t] > s[t + 1]) {
        const int v = s[t];
        s[t] = s[t + 1];
        s[t + 1] = v;
      }
      __syncthreads();
    }
  } while (!__syncthreads_and(t == 15 || s[t] <= s[t + 1]));
  data[blockIdx.x * 16 + t] = s[t];
}
