// A mistake to learn from: only even work-items reach the barrier, so they wait for ever for the odd
// ones. OpenCL calls this undefined; here it is a deadlock with a trace that shows who waits where.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner local tile = WG

__global__ void divergent(const float *input, float *output) {
  extern __shared__ float tile[];
  int lid = threadIdx.x;
  tile[lid] = input[blockIdx.x * blockDim.x + threadIdx.x];
  if (lid % 2 == 0) {
    __syncthreads();
    output[blockIdx.x * blockDim.x + threadIdx.x] = tile[lid];
  } else {
    output[blockIdx.x * blockDim.x + threadIdx.x] = tile[lid];
  }
}
