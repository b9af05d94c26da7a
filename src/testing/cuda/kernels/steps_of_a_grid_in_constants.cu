// steps to neighbours in constant memory, read through the cache: right
// launch neighbours: 2 of 8; in[16], out[16]
__constant__ int steps[3] = {-1, 0, 1};
#pragma tuner local_size 8
#pragma tuner items 16
#pragma tuner input in[i] = i * i
#pragma tuner ensures forall i < 16: out[i] == in[(i + 15) % 16] + in[i] + in[(i + 1) % 16]
__global__ void neighbours(const int *__restrict__ in, int *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 3; k++) sum += __ldg(&in[(i + steps[k] + 16) % 16]);
  out[i] = sum;
}
