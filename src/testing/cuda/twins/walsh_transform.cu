// A step of the fast Walsh transform in global memory.
#pragma tuner param WG = {4, 8}
#pragma tuner items size / 2
#pragma tuner array t = size
#pragma tuner value step = 4
#pragma tuner input t[i] = 1

__global__ void walsh(float *t, const int step) {
  unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int group = tid % step;
  const unsigned int pair = (step << 1) * (tid / step) + group;
  const unsigned int match = pair + step;
  float a = t[pair], b = t[match];
  t[pair] = a + b;
  t[match] = a - b;
}
