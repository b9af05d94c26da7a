#pragma tuner value rows = 2
#pragma tuner param N = {1, 3}
#pragma tuner value n = N
#pragma tuner array x = 2 * N
#pragma tuner array y = 2 * N
#pragma tuner input x[i] = any(-1, 1)
void layer_norm(const float *x, float *y, int rows, int n) {
  for (int r = 0; r < rows; r++) {
    float mean = 0, variance = 0;
    for (int i = 0; i < n; i++) mean += x[r * n + i];
    mean /= n;
    for (int i = 0; i < n; i++) variance += (x[r * n + i] - mean) * (x[r * n + i] - mean);
    variance /= n;
    for (int i = 0; i < n; i++) y[r * n + i] = (x[r * n + i] - mean) / sqrt(variance + 0.01f);
  }
}
