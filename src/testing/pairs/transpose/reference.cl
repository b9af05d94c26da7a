#pragma tuner param ROWS = {1, 2, 3}
#pragma tuner value rows = ROWS
#pragma tuner param COLUMNS = {1, 2, 3}
#pragma tuner value columns = COLUMNS
#pragma tuner array x = ROWS * COLUMNS
#pragma tuner array y = ROWS * COLUMNS
#pragma tuner input x[i] = any(0, 1)
void transpose(const float *x, float *y, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) y[c * rows + r] = x[r * columns + c];
}
