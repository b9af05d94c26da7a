// a sum by shuffles down, one atomic addition a block: right
// launch deviceReduce: 3 of 128; in[1000], out[1], N = 1000
#define FULL_MASK 0xffffffff

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(FULL_MASK, val, offset);
  return val;
}

__inline__ __device__ float blockReduceSum(float val) {
  static __shared__ float shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

__global__ void deviceReduce(const float *in, float *out, int N) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

#pragma tuner input in[i] = i % 7
#pragma tuner ensures out[0] == sum(i < 1000: in[i])

int main() {
  const int N = 1000;
  float h_in[N];
  for (int i = 0; i < N; i++) h_in[i] = i % 7;
  float *in, *out;
  cudaMalloc(&in, sizeof(h_in));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, h_in, sizeof(h_in), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(float));
  dim3 block(128), grid(3);
  deviceReduce<<<grid, block>>>(in, out, N);
  return 0;
}
