// All passes of a small Fourier transform in local memory.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner array re = size
#pragma tuner array im = size
#pragma tuner input re[i] = 1
#pragma tuner input im[i] = 0

__global__ void fft(float *re, float *im) {
  __shared__ float lr[2 * WG];
  __shared__ float li[2 * WG];
  int lid = threadIdx.x, n = 2 * blockDim.x, base = blockIdx.x * n;
  for (int i = lid; i < n; i += blockDim.x) {
    lr[i] = re[base + i];
    li[i] = im[base + i];
  }
  for (int distance = 1; distance < n; distance *= 2) {
    __syncthreads();
    int k = lid % distance, a = (lid / distance) * 2 * distance + k, b = a + distance;
    float angle = -3.14159265f * k / distance;
    float c = cosf(angle), s = sinf(angle);
    float tr = lr[b] * c - li[b] * s, ti = lr[b] * s + li[b] * c;
    float ur = lr[a], ui = li[a];
    lr[a] = ur + tr;
    li[a] = ui + ti;
    lr[b] = ur - tr;
    li[b] = ui - ti;
  }
  __syncthreads();
  for (int i = lid; i < n; i += blockDim.x) {
    re[base + i] = lr[i];
    im[base + i] = li[i];
  }
}
