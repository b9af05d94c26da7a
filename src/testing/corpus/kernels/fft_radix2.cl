// A pass of a fast Fourier transform with radix two, complex numbers as vectors.
#pragma tuner param WG = {4, 8}
#pragma tuner items size / 2
#pragma tuner array x = size
#pragma tuner array y = size
#pragma tuner value p = 2

__kernel void fft(__global const float2 *x, __global float2 *y, int p) {
  int i = get_global_id(0), t = get_global_size(0);
  int k = i & (p - 1);
  float2 u0 = x[i], u1 = x[i + t];
  float alpha = -3.14159265f * (float)k / (float)p;
  float c = native_cos(alpha), s = native_sin(alpha);
  float2 twisted = (float2)(u1.x * c - u1.y * s, u1.x * s + u1.y * c);
  int j = (i << 1) - k;
  y[j] = u0 + twisted;
  y[j + p] = u0 - twisted;
}
