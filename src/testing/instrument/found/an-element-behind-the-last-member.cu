// wrong [bounds] but g++ sees []
struct vec3 {
  float e[3];
};
__device__ float last(const vec3 &v) { return v.e[4]; }
__global__ void k(float *out, vec3 v) { out[threadIdx.x] = last(v); }
int main() {
  float *out;
  vec3 v = {{1, 2, 3}};
  cudaMalloc(&out, 32 * sizeof(float));
  k<<<1, 32>>>(out, v);
  cudaDeviceSynchronize();
}
