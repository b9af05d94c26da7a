// a copy by float4 that rounds its length up: bounds
// launch copy: 2 of 32; in[203], out[203], n = 203
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner value n = 203
#pragma tuner array in = 203
#pragma tuner array out = 203
__global__ void copy(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (n + 3) / 4) {
    float4 v = *reinterpret_cast<const float4 *>(in + 4 * i); // !
    *reinterpret_cast<float4 *>(out + 4 * i) = v; // !
  }
}
