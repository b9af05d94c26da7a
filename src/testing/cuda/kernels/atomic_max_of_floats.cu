// the largest float by compare and swap of its bits: right
// launch largest: 2 of 32; in[64], out[1], n = 60
__device__ static float atomicMax(float *address, float val) {
  int *address_as_i = (int *)address;
  int old = __float_as_int(val), assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_i, assumed, __float_as_int(fmaxf(val, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void largest(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(out, in[i]);
}

#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner value n = 60
#pragma tuner array out = 1
#pragma tuner input in[i] = i * 17 % 53
#pragma tuner input out[i] = -1
#pragma tuner ensures out[0] == max(i < 60: in[i])
