// A copy whose width is chosen by the preprocessor.
#pragma tuner param V = {1, 2, 4}
#pragma tuner param WG = {4}
#pragma tuner items size / V
#pragma tuner input in[i] = i
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner ensures forall i: out[i] == i

__global__ void copy(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if V == 1
  out[i] = in[i];
#elif V == 2
  out[2 * i] = in[2 * i];
  out[2 * i + 1] = in[2 * i + 1];
#elif V == 4
  out[4 * i] = in[4 * i];
  out[4 * i + 1] = in[4 * i + 1];
  out[4 * i + 2] = in[4 * i + 2];
  out[4 * i + 3] = in[4 * i + 3];
#endif
}
