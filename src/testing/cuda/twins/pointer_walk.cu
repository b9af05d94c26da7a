// Pointers that walk through a row, and one that is swapped with another.
#pragma tuner param WG = {4, 8}
#pragma tuner local two = 2 * WG
#pragma tuner input in[i] = 5
#pragma tuner ensures forall i: out[i] == 5

__global__ void walk(const int *in, int *out) {
  extern __shared__ int two[];
  int lid = threadIdx.x, n = blockDim.x;
  int *now = two, *next = two + n;
  now[lid] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    next[lid] = now[(lid + 1) % n];
    __syncthreads();
    int *t = now;
    now = next;
    next = t;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = now[lid];
}
