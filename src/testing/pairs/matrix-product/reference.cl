#pragma tuner param M = {1, 2}
#pragma tuner value m = M
#pragma tuner param N = {1, 3}
#pragma tuner value n = N
#pragma tuner param K = {2, 3}
#pragma tuner value k = K
#pragma tuner array a = M * K
#pragma tuner array b = K * N
#pragma tuner array c = M * N
#pragma tuner input a[i] = any(0, 1)
#pragma tuner input b[i] = i * 3 % 7 - 2
void product(const float *a, const float *b, float *c, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++) s += a[i * k + l] * b[l * n + j];
      c[i * n + j] = s;
    }
}
