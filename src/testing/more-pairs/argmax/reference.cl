#pragma tuner param N = {1, 5}
#pragma tuner value n = N
#pragma tuner array x = N
#pragma tuner array at = 1
#pragma tuner input x[i] = any(-1, 1)
void argmax(const float *x, int *at, int n) {
  int best = 0;
  for (int i = 1; i < n; i++) if (x[i] > x[best]) best = i;
  *at = best;
}
