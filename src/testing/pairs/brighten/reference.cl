#pragma tuner param N = {1, 3}
#pragma tuner value n = N
#pragma tuner param BY = {0, 1, 2}
#pragma tuner value by = BY
#pragma tuner array x = N
#pragma tuner array y = N
#pragma tuner input x[i] = any(252, 255)
void brighten(const unsigned char *x, unsigned char *y, int n, int by) {
  for (int i = 0; i < n; i++) {
    int v = x[i] + by;
    y[i] = v > 255 ? 255 : v;
  }
}
