// squared lengths of points by overloads for two and three dimensions, added up in double by plain additions: race-global
// launch energy: 2 of 8; flat[16], solid[16], sum[1], n = 16
__device__ float squared(float2 v) { return v.x * v.x + v.y * v.y; }
__device__ float squared(float3 v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

__global__ void energy(const float2 *flat, const float3 *solid, double *sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 own = __ldcg(&flat[i]);
  *sum += (double)(squared(own) + squared(solid[i])); // !
}


int main() {
  float2 *flat;
  float3 *solid;
  double *sum;
  cudaMallocManaged(&flat, 16 * sizeof(float2));
  cudaMallocManaged(&solid, 16 * sizeof(float3));
  cudaMallocManaged(&sum, sizeof(double));
  for (int i = 0; i < 16; i++) {
    flat[i] = make_float2(i, 1);
    solid[i] = make_float3(0, i, 1);
  }
  *sum = 0;
  energy<<<2, 8>>>(flat, solid, sum, 16);
  cudaDeviceSynchronize();
  return 0;
}
