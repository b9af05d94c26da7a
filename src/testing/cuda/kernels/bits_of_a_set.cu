// a set of numbers in bits: atomicOr adds, atomicAnd removes, atomicXor toggles: right
// launch marks: 1 of 64; in[64], set[2], odd[2]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner array odd = 2
#pragma tuner array set = 2
#pragma tuner input in[i] = i * 7 % 64
#pragma tuner ensures set[0] == 1431655765 && set[1] == 1431655765
#pragma tuner ensures odd[0] == 3 && odd[1] == 0
__global__ void marks(const int *in, int *set, int *odd) {
  __shared__ unsigned has[2], parity[2];
  const int t = threadIdx.x, v = in[t];
  if (t < 2) {
    has[t] = 0;
    parity[t] = 0;
  }
  __syncthreads();
  atomicOr(&has[v / 32], 1u << v % 32);
  atomicXor(&parity[0], v == 0 ? 1u : v == 9 ? 2u : 0u);
  atomicXor(&parity[1], (unsigned)v);
  __syncthreads();
  if (v % 2 == 1) atomicAnd(&has[v / 32], ~(1u << v % 32));
  __syncthreads();
  if (t < 2) {
    set[t] = (int)has[t];
    odd[t] = (int)parity[t];
  }
}
