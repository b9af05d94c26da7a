#pragma tuner param N = {1, 2, 5}
#pragma tuner value n = N
#pragma tuner array x = N
#pragma tuner array w = 3
#pragma tuner array y = N
#pragma tuner input x[i] = any(-1, 1)
#pragma tuner input w[i] = i * 2 - 1
void convolution(const float *x, const float *w, float *y, int n) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < 3; j++)
      if (i + j - 1 >= 0 && i + j - 1 < n) s += w[j] * x[i + j - 1];
    y[i] = s;
  }
}
