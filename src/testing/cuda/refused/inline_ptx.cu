// the lane's index read by an instruction: refused inline PTX
__global__ void lanes(unsigned *out) {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane)); // !
  out[threadIdx.x] = lane;
}

__global__ void copy(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
