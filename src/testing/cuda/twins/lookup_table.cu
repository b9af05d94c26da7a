// A table in constant memory, read at places that the data say.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner input in[i] = i * 3
#pragma tuner ensures forall i: out[i] == i * 3 % 8 * (i * 3 % 8)

__constant__ int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
__global__ void look(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = squares[in[i] & 7];
}
