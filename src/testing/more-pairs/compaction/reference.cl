#pragma tuner param N = {1, 4}
#pragma tuner value n = N
#pragma tuner array x = N
#pragma tuner array y = N
#pragma tuner array count = 1
#pragma tuner input x[i] = any(-1, 2)
#pragma tuner input y[i] = 0
void compact(const int *x, int *y, int *count, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0) y[k++] = x[i];
  count[0] = k;
}
