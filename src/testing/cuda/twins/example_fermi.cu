// The kernel of the second paper (Listing 2), with the costs of its model (Listing 3): a tile is loaded in GMT
// ticks whatever its size, and a side of the branch is one access. The semantics "Fermi" are its model; under
// the others it is a kernel like any other.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner param TS = pow2(2, size/2)
#pragma tuner items size
#pragma tuner cost f = GMT
#pragma tuner cost g1 = LMT
#pragma tuner cost g2 = LMT
#pragma tuner cost b = 0
#pragma tuner cost h = 0

float f(int i, int idx_l, int size, const float *N_g);
float g1(int idx_l, const float *N_l, float result);
float g2(int idx_l, const float *N_l, float result);
int b(int idx_l);
int h(int idx_g, int size);

__global__ void fermi(const float *N_g, float *R_g, int size, int TS) {
  extern __shared__ float N_l[];
  int idx_g = blockIdx.x * blockDim.x + threadIdx.x;
  int idx_l = threadIdx.x;
  float result = 0;
  for (int i = 0; i < size / TS; ++i) {
    N_l[idx_l] = f(i, idx_l, size, N_g);    // access to global memory
    __syncthreads();           // waiting for local co-workers
    if (b(idx_l))                           // access to local memory
      result = g1(idx_l, N_l, result);
    else
      result = g2(idx_l, N_l, result);
    __syncthreads();           // waiting for local co-workers
  }
  R_g[h(idx_g, size)] = result;             // the result of this work-item to global memory
}
