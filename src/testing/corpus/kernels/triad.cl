// Three vectors, as bandwidth is measured.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner value s = 2
#pragma tuner input b[i] = i
#pragma tuner input c[i] = 1
#pragma tuner ensures forall i: a[i] == i + 2

__kernel void triad(__global float *a, __global const float *b, __global const float *c, const float s) {
  int i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}
