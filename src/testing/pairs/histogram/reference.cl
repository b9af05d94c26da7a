#pragma tuner param N = {1, 5}
#pragma tuner value n = N
#pragma tuner array x = N
#pragma tuner array bins = 4
#pragma tuner input x[i] = any(0, 3)
void histogram(const unsigned char *x, int *bins, int n) {
  for (int b = 0; b < 4; b++) bins[b] = 0;
  for (int i = 0; i < n; i++) bins[x[i]]++;
}
