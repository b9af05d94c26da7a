#pragma tuner value t = 2
#pragma tuner value d = 2
#pragma tuner array q = 4
#pragma tuner array k = 4
#pragma tuner array v = 4
#pragma tuner array o = 4
#pragma tuner input q[i] = any(0, 1)
#pragma tuner input k[i] = any(-1, 0)
#pragma tuner input v[i] = i + 1
void attention(const float *q, const float *k, const float *v, float *o, int t, int d) {
  for (int r = 0; r < t; r++) {
    float sum = 0, most = -INFINITY;
    for (int c = 0; c <= r; c++) {
      float s = 0;
      for (int i = 0; i < d; i++) s += q[r * d + i] * k[c * d + i];
      most = fmax(most, s / sqrt((float)d));
    }
    for (int i = 0; i < d; i++) o[r * d + i] = 0;
    for (int c = 0; c <= r; c++) {
      float s = 0;
      for (int i = 0; i < d; i++) s += q[r * d + i] * k[c * d + i];
      float p = exp(s / sqrt((float)d) - most);
      sum += p;
      for (int i = 0; i < d; i++) o[r * d + i] += p * v[c * d + i];
    }
    for (int i = 0; i < d; i++) o[r * d + i] /= sum;
  }
}
