// A Stockham transform in local memory: it needs no reversal of bits, but a barrier between reads and writes.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner array re = size
#pragma tuner array im = size
#pragma tuner local lr = 2 * WG
#pragma tuner local li = 2 * WG
#pragma tuner input re[i] = 1
#pragma tuner input im[i] = 0

__kernel void fft(__global float *re, __global float *im, __local float *lr, __local float *li) {
  int lid = get_local_id(0), count = get_local_size(0), base = 2 * count * get_group_id(0);
  for (int i = 0; i < 2; i++) {
    lr[lid + i * count] = re[base + lid + i * count];
    li[lid + i * count] = im[base + lid + i * count];
  }
  for (int ns = 1; ns <= count; ns <<= 1) {
    int k = lid % ns, to = (lid / ns) * 2 * ns + k;
    float angle = -3.14159265f * k / ns;
    float c = cos(angle), s = sin(angle);
    float ar = lr[lid], ai = li[lid], br = lr[lid + count], bi = li[lid + count];
    float tr = br * c - bi * s, ti = br * s + bi * c;
    barrier(CLK_LOCAL_MEM_FENCE);
    lr[to] = ar + tr;
    li[to] = ai + ti;
    lr[to + ns] = ar - tr;
    li[to + ns] = ai - ti;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 2; i++) {
    re[base + lid + i * count] = lr[lid + i * count];
    im[base + lid + i * count] = li[lid + i * count];
  }
}
