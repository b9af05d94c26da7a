// the approximation by tanh, which is further off than the tolerance: wrong
#pragma tuner local_size 1
#pragma tuner items 5
__kernel void gelu(__global const float *x, __global float *y, const int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float v = x[i];
  y[i] = 0.5f * v * (1.0f + tanh(0.7978845608f * (v + 0.044715f * v * v * v)));
}
