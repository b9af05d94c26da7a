// A Stockham transform in local memory: it needs no reversal of bits, but a barrier between reads and writes.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner array re = size
#pragma tuner array im = size
#pragma tuner input re[i] = 1
#pragma tuner input im[i] = 0

__global__ void fft(float *re, float *im) {
  __shared__ float lr[2 * WG];
  __shared__ float li[2 * WG];
  int lid = threadIdx.x, count = blockDim.x, base = 2 * count * blockIdx.x;
  for (int i = 0; i < 2; i++) {
    lr[lid + i * count] = re[base + lid + i * count];
    li[lid + i * count] = im[base + lid + i * count];
  }
  for (int ns = 1; ns <= count; ns <<= 1) {
    int k = lid % ns, to = (lid / ns) * 2 * ns + k;
    float angle = -3.14159265f * k / ns;
    float c = cosf(angle), s = sinf(angle);
    float ar = lr[lid], ai = li[lid], br = lr[lid + count], bi = li[lid + count];
    float tr = br * c - bi * s, ti = br * s + bi * c;
    __syncthreads();
    lr[to] = ar + tr;
    li[to] = ai + ti;
    lr[to + ns] = ar - tr;
    li[to + ns] = ai - ti;
    __syncthreads();
  }
  for (int i = 0; i < 2; i++) {
    re[base + lid + i * count] = lr[lid + i * count];
    im[base + lid + i * count] = li[lid + i * count];
  }
}
