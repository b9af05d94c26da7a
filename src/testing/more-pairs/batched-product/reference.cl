#pragma tuner value batches = 2
#pragma tuner param N = {1, 3}
#pragma tuner value n = N
#pragma tuner array a = 2 * N * N
#pragma tuner array b = 2 * N * N
#pragma tuner array c = 2 * N * N
#pragma tuner input a[i] = (i * 3 + 1) % 5
#pragma tuner input b[i] = (i * 7 + 2) % 4
void bmm(const float *a, const float *b, float *c, int batches, int n) {
  for (int z = 0; z < batches; z++)
    for (int r = 0; r < n; r++)
      for (int k = 0; k < n; k++) {
        float s = 0;
        for (int i = 0; i < n; i++) s += a[(z * n + r) * n + i] * b[(z * n + i) * n + k];
        c[(z * n + r) * n + k] = s;
      }
}
