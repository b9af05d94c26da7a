__kernel void blur3x3(__global const uchar *src, __global uchar *dst, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int sx = clamp(x + dx, 0, width - 1), sy = clamp(y + dy, 0, height - 1);
      sum += src[sy * width + sx];
    }
  dst[y * width + x] = (uchar)(sum / 9);
}
