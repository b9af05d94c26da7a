#pragma tuner param N = {1, 4}
#pragma tuner value n = N
#pragma tuner array x = N
#pragma tuner array best = 1
#pragma tuner input x[i] = any(-2147483648, -2147483645)
void largest(const int *x, int *best, int n) {
  int m = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > m) m = x[i];
  best[0] = m;
}
