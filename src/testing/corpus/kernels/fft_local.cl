// All passes of a small Fourier transform in local memory.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 2
#pragma tuner array re = size
#pragma tuner array im = size
#pragma tuner local lr = 2 * WG
#pragma tuner local li = 2 * WG
#pragma tuner input re[i] = 1
#pragma tuner input im[i] = 0

__kernel void fft(__global float *re, __global float *im, __local float *lr, __local float *li) {
  int lid = get_local_id(0), n = 2 * get_local_size(0), base = get_group_id(0) * n;
  for (int i = lid; i < n; i += get_local_size(0)) {
    lr[i] = re[base + i];
    li[i] = im[base + i];
  }
  for (int distance = 1; distance < n; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int k = lid % distance, a = (lid / distance) * 2 * distance + k, b = a + distance;
    float angle = -3.14159265f * k / distance;
    float c = cos(angle), s = sin(angle);
    float tr = lr[b] * c - li[b] * s, ti = lr[b] * s + li[b] * c;
    float ur = lr[a], ui = li[a];
    lr[a] = ur + tr;
    li[a] = ui + ti;
    lr[b] = ur - tr;
    li[b] = ui - ti;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = lid; i < n; i += get_local_size(0)) {
    re[base + i] = lr[i];
    im[base + i] = li[i];
  }
}
