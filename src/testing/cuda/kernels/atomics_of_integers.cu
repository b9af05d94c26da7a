// each atomic function of integers once: right
// launch atomics: 2 of 32; in[64], result[8]
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array result = 8
#pragma tuner input in[i] = i * 11 % 37
#pragma tuner input result[i] = i == 3 ? 63 : i == 2 ? 1000 : 0
#pragma tuner ensures result[0] == sum(i < 64: in[i]) && result[1] == max(i < 64: in[i]) && result[2] == min(i < 64: in[i])
#pragma tuner ensures result[3] == 0 && result[4] == 63 && result[6] == 0 - 64
__global__ void atomics(const int *in, int *result) {
  const int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&result[0], v);
  atomicMax(&result[1], v);
  atomicMin(&result[2], v);
  atomicAnd(&result[3], v);
  atomicOr(&result[4], v);
  atomicXor(&result[5], v);
  atomicSub(&result[6], 1);
}
