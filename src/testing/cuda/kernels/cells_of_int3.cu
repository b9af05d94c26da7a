// cells of three coordinates, streamed by the caches' hints: right
// launch cells: 2 of 8; in[16], out[16], n = 16
__global__ void cells(const int3 *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int3 cell = make_int3(in[i].x, in[i].y, in[i].z);
  __stcg(&out[i], cell.x + cell.y + cell.z);
}

#pragma tuner ensures forall i < 16: out[i] == 3 * i + 3

int main() {
  int3 *in;
  int *out;
  cudaMallocManaged(&in, 16 * sizeof(int3));
  cudaMallocManaged(&out, 16 * sizeof(int));
  for (int i = 0; i < 16; i++) in[i] = make_int3(i, 2 * i, 3);
  cells<<<2, 8>>>(in, out, 16);
  cudaDeviceSynchronize();
  return 0;
}
