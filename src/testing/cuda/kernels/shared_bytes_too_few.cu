// the launch gives half of the shared memory that the kernel uses: bounds
// launch two_arrays: 1 of 64, 256 bytes; in[64], out[64]
__global__ void two_arrays(const float *in, float *out) {
  extern __shared__ float s[];
  float *twice = s + blockDim.x;
  s[threadIdx.x] = in[threadIdx.x];
  twice[threadIdx.x] = 2 * in[threadIdx.x]; // !
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + twice[blockDim.x - 1 - threadIdx.x]; // !
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  two_arrays<<<1, 64, 64 * sizeof(float)>>>(in, out);
  return 0;
}
