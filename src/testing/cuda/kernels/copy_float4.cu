// a copy by float4 with a tail by float: right
// launch device_copy_vector4_kernel: 2 of 32; d_in[203], d_out[203], N = 203
__global__ void device_copy_vector4_kernel(float *d_in, float *d_out, int N) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < N / 4; i += blockDim.x * gridDim.x)
    reinterpret_cast<float4 *>(d_out)[i] = reinterpret_cast<float4 *>(d_in)[i];
  int remainder = N % 4;
  if (idx < remainder) d_out[N - 1 - idx] = d_in[N - 1 - idx];
}

#pragma tuner ensures forall i < 203: d_out[i] == i

void device_copy_vector4(float *d_in, float *d_out, int N) {
  int threads = 32;
  int blocks = min((N / 4 + threads - 1) / threads, 65535);
  device_copy_vector4_kernel<<<blocks, threads>>>(d_in, d_out, N);
}

int main() {
  const int N = 203;
  float *in, *out;
  cudaMallocManaged(&in, N * sizeof(float));
  cudaMallocManaged(&out, N * sizeof(float));
  for (int i = 0; i < N; i++) in[i] = i;
  device_copy_vector4(in, out, N);
  cudaDeviceSynchronize();
  return 0;
}
