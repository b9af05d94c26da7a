// right [] but g++ sees [result]
__global__ void copy(float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i];
}
#pragma tuner ensures forall i < 203: out[i] == i
void copied(float *a, float *b, int n) {
  int blocks;
  copy<<<blocks, 32>>>(a, b, n);
}
int main() {
  const int n = 203;
  float *a, *b;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  for (int i = 0; i < n; i++) a[i] = i;
  copied(a, b, n);
}
