#pragma tuner value rows = 2
#pragma tuner param N = {1, 4}
#pragma tuner value n = N
#pragma tuner array x = 2 * N
#pragma tuner array g = N
#pragma tuner array y = 2 * N
#pragma tuner input x[i] = any(-1, 1)
#pragma tuner input g[i] = i + 1
void rms_norm(const float *x, const float *g, float *y, int rows, int n) {
  for (int r = 0; r < rows; r++) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[r * n + i] * x[r * n + i];
    for (int i = 0; i < n; i++) y[r * n + i] = x[r * n + i] / sqrt(sum / n + 1e-5f) * g[i];
  }
}
