// rows as long as those of square matrices: wrong
#pragma tuner local_size 2, 2
#pragma tuner items 2, 4
__kernel void product(__global const float *a, __global const float *b, __global float *c,
                      int m, int n, int k) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i >= m || j >= n) return;
  float s = 0.0f;
  for (int l = 0; l < k; l++) s += a[i * n + l] * b[l * n + j];
  c[i * n + j] = s;
}
