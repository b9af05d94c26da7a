// wrong [result] but g++ sees [race-between-groups,race-global,result]
__global__ void copy(float *d_in, float *d_out, int N) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < N / 4)
    reinterpret_cast<float4 *>(d_out)[idx] = reinterpret_cast<float4 *>(d_in)[idx];
  d_out[idx] = d_in[idx];
}
int main() {
  const int N = 128;
  float *in, *out;
  cudaMallocManaged(&in, N * sizeof(float));
  cudaMallocManaged(&out, N * sizeof(float));
  for (int i = 0; i < N; i++) in[i] = i;
  copy<<<4, 32>>>(in, out, N);
}
