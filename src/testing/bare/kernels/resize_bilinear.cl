__kernel void resizeLN(__global const uchar *srcptr, int src_step, int src_offset, int src_rows, int src_cols,
                       __global uchar *dstptr, int dst_step, int dst_offset, int dst_rows, int dst_cols, float ifx,
                       float ify) {
  int dx = get_global_id(0), dy = get_global_id(1);
  if (dx < dst_cols && dy < dst_rows) {
    float sx = (dx + 0.5f) * ifx - 0.5f, sy = (dy + 0.5f) * ify - 0.5f;
    int x = floor(sx), y = floor(sy);
    float u = sx - x, v = sy - y;
    if (x < 0) x = 0, u = 0;
    if (x >= src_cols) x = src_cols - 1, u = 0;
    if (y < 0) y = 0, v = 0;
    if (y >= src_rows) y = src_rows - 1, v = 0;
    int y_ = min(y + 1, src_rows - 1), x_ = min(x + 1, src_cols - 1);
    float a = srcptr[mad24(y, src_step, src_offset + x)], b = srcptr[mad24(y, src_step, src_offset + x_)];
    float c = srcptr[mad24(y_, src_step, src_offset + x)], d = srcptr[mad24(y_, src_step, src_offset + x_)];
    float val = (1 - u) * (1 - v) * a + u * (1 - v) * b + (1 - u) * v * c + u * v * d;
    dstptr[mad24(dy, dst_step, dst_offset + dx)] = convert_uchar_sat_rte(val);
  }
}
