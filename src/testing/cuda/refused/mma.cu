// a product by the instruction mma.sync: refused mma
__global__ void product(const unsigned *a, const unsigned *b, float *c) {
  float d[4] = {0, 0, 0, 0};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};\n" // !
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[threadIdx.x * 2]), "r"(a[threadIdx.x * 2 + 1]), "r"(b[threadIdx.x]));
  for (int i = 0; i < 4; i++) c[threadIdx.x * 4 + i] = d[i];
}

__global__ void copy(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
