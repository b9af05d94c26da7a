// refused: mad_sat of long and ulong
#pragma tuner param WG = {4}
#pragma tuner items 8
#pragma tuner array in = 8
#pragma tuner input in[i] = i * 5 - 19
#pragma tuner array all = 32
#pragma tuner input all[i] = 0
__kernel void f(__global int *in, __global long *all) {
  long n = in[get_global_id(0)];
  __global long *out = all + get_global_id(0) * 4;
  out[0] = mad_sat(n << 58, n * 3, (long)5);
  out[1] = mad_sat(n << 30, n << 29, n << 61);
  out[2] = mad_sat((ulong)n, (ulong)3, (ulong)7);
  out[3] = mad_sat((ulong)in[get_global_id(0)] & 0xffffffffUL, (ulong)0xffffffffUL, (ulong)n);
}
