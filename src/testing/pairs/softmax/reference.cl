#pragma tuner value rows = 2
#pragma tuner param N = {1, 3}
#pragma tuner value n = N
#pragma tuner array x = 2 * N
#pragma tuner array y = 2 * N
#pragma tuner input x[i] = any(88, 90)
void softmax(const float *x, float *y, int rows, int n) {
  for (int r = 0; r < rows; r++) {
    float m = x[r * n], s = 0;
    for (int i = 1; i < n; i++) m = fmax(m, x[r * n + i]);
    for (int i = 0; i < n; i++) s += exp(x[r * n + i] - m);
    for (int i = 0; i < n; i++) y[r * n + i] = exp(x[r * n + i] - m) / s;
  }
}
