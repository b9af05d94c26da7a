// boxes of three sides, of which one too many is read: bounds
// launch boxes: 2 of 8; in[16], out[16], n = 16
__global__ void boxes(const int3 *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int3 own = in[i], next = in[i + 1]; // !
  __stcg(&out[i], own.x * own.y * own.z + next.x);
}

int main() {
  int3 *in;
  int *out;
  cudaMallocManaged(&in, 16 * sizeof(int3));
  cudaMallocManaged(&out, 16 * sizeof(int));
  for (int i = 0; i < 16; i++) in[i] = make_int3(i, 2, 3);
  boxes<<<2, 8>>>(in, out, 16);
  cudaDeviceSynchronize();
  return 0;
}
