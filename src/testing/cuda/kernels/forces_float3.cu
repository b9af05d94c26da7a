// forces between bodies, in float4 and float3: right
// launch calculate_forces: 4 of 16, 256 bytes; devX[64], devA[64], N = 64, p = 16
#define SOFTENING 1.0f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
  float d = r.x * r.x + r.y * r.y + r.z * r.z;
  float s = d > SOFTENING ? bj.w : 0.0f;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

__global__ void calculate_forces(const float4 *devX, float4 *devA, int N, int p) {
  extern __shared__ float4 shPosition[];
  float3 acc = {0.0f, 0.0f, 0.0f};
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 myPosition = devX[gtid];
  for (int i = 0, tile = 0; i < N; i += p, tile++) {
    int idx = tile * blockDim.x + threadIdx.x;
    shPosition[threadIdx.x] = devX[idx];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float4 other = shPosition[j];
      acc = bodyBodyInteraction(myPosition, other, acc);
    }
    __syncthreads();
  }
  devA[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

int main() {
  const int N = 64, p = 16;
  float4 h[N], *x, *a;
  for (int i = 0; i < N; i++) h[i] = make_float4(i % 4, i % 3, i % 5, 1);
  cudaMalloc(&x, N * sizeof(float4));
  cudaMalloc(&a, N * sizeof(float4));
  cudaMemcpy(x, h, N * sizeof(float4), cudaMemcpyHostToDevice);
  calculate_forces<<<N / p, p, p * sizeof(float4)>>>(x, a, N, p);
  cudaDeviceSynchronize();
  return 0;
}
