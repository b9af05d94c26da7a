// The abstract kernel: each work-item loads its part of a tile into local memory, waits for its
// group, works on the tile, waits again, and writes one result (Listing 2 of the paper).
#pragma tuner param WG = pow2(4, size/2)
#pragma tuner param TS = pow2(2, size/2)
#pragma tuner cost f = GMT * TS
#pragma tuner cost g1 = LMT
#pragma tuner cost g2 = LMT
#pragma tuner cost b = 0
#pragma tuner cost h = 0

float f(int i, int idx_l, int size, const float *N_g);
float g1(int k, int idx_l, const float *N_l, float result);
float g2(int k, int idx_l, const float *N_l, float result);
int b(int idx_l);
int h(int idx_g, int size);

__global__ void abstract_kernel(const float *N_g, float *R_g, int size, int TS) {
  extern __shared__ float N_l[];
  int idx_g = blockIdx.x * blockDim.x + threadIdx.x;
  int idx_l = threadIdx.x;
  float result = 0;
  for (int i = 0; i < size / TS; ++i) {
    N_l[idx_l] = f(i, idx_l, size, N_g);    // access to global memory
    __syncthreads();           // waiting for local co-workers
    if (b(idx_l))                           // access to local memory
      for (int k = 0; k < TS; ++k)
        result = g1(k, idx_l, N_l, result);
    else
      for (int k = 0; k < TS; ++k)
        result = g2(k, idx_l, N_l, result);
    __syncthreads();           // waiting for local co-workers
  }
  R_g[h(idx_g, size)] = result;             // the result of this work-item to global memory
}
