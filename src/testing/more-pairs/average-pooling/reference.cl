#pragma tuner value h = 3
#pragma tuner param W = {2, 4}
#pragma tuner value w = W
#pragma tuner array x = 3 * W
#pragma tuner array y = 3 * W
#pragma tuner input x[i] = (i * 7 + 3) % 5
void avg_pool(const float *x, float *y, int h, int w) {
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++) {
      float s = 0;
      int k = 0;
      for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++)
          if (r + a >= 0 && r + a < h && c + b >= 0 && c + b < w) {
            s += x[(r + a) * w + c + b];
            k++;
          }
      y[r * w + c] = s / k;
    }
}
