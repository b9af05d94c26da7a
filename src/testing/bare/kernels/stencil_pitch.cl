__kernel void anisodiff(__global const uchar *srcptr, int srcstep, int srcoffset, __global const float *exptab,
                        __global uchar *dstptr, int dststep, int dstoffset, int rows, int cols, float alpha) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < cols && y < rows) {
    int src = mad24(y + 1, srcstep, mad24(x + 1, 3, srcoffset));
    int dst = mad24(y, dststep, mad24(x, 3, dstoffset));
    for (int c = 0; c < 3; c++) {
      int v = srcptr[src + c], w = srcptr[src + c + 3], s = srcptr[src + c + srcstep];
      float f = v + alpha * (exptab[abs(w - v)] * (w - v) + exptab[abs(s - v)] * (s - v));
      dstptr[dst + c] = convert_uchar_sat_rte(f);
    }
  }
}
