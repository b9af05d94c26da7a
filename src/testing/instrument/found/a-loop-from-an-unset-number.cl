// wrong [non-termination,race-local,result,uninitialised] but g++ sees []
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
  for (int distance; distance < n; distance *= 2) {
    int k = lid % distance, a = 1 * 2 * distance + k, b = a + distance;
  }
}
