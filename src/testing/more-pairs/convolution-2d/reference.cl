#pragma tuner value h = 4
#pragma tuner param W = {3, 5}
#pragma tuner value w = W
#pragma tuner array x = 4 * W
#pragma tuner array f = 9
#pragma tuner array y = 2 * (W - 2)
#pragma tuner input x[i] = (i * 5 + 1) % 7
#pragma tuner input f[i] = any(0, 1)
void conv2d(const float *x, const float *f, float *y, int h, int w) {
  for (int r = 0; r < h - 2; r++)
    for (int c = 0; c < w - 2; c++) {
      float s = 0;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) s += x[(r + a) * w + c + b] * f[a * 3 + b];
      y[r * (w - 2) + c] = s;
    }
}
