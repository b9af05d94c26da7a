#pragma tuner value rows = 2
#pragma tuner param N = {2, 3}
#pragma tuner value n = N
#pragma tuner array x = 2 * N
#pragma tuner array label = 2
#pragma tuner array loss = 2
#pragma tuner input x[i] = any(88, 90)
#pragma tuner input label[i] = any(0, 1)
void cross_entropy(const float *x, const int *label, float *loss, int rows, int n) {
  for (int r = 0; r < rows; r++) {
    float m = x[r * n], s = 0;
    for (int i = 1; i < n; i++) m = fmax(m, x[r * n + i]);
    for (int i = 0; i < n; i++) s += exp(x[r * n + i] - m);
    loss[r] = log(s) + m - x[r * n + label[r]];
  }
}
