// an item for each element: right
#pragma tuner local_size 2, 2
#pragma tuner items 2, 4
__kernel void product(__global const float *a, __global const float *b, __global float *c,
                      int m, int n, int k) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i >= m || j >= n) return;
  float s = 0.0f;
  for (int l = 0; l < k; l++) s = mad(a[i * k + l], b[l * n + j], s);
  c[i * n + j] = s;
}
