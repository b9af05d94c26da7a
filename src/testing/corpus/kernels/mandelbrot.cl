// Points of a set: the loop ends when the data say so, and touches no memory.
#pragma tuner param WG = {4, 8}

__kernel void mandelbrot(__global int *out) {
  float x = -2.0f + 0.1f * get_global_id(0), zr = 0.0f, zi = 0.0f;
  int n = 0;
  while (n < 20 && zr * zr + zi * zi < 4.0f) {
    float t = zr * zr - zi * zi + x;
    zi = 2.0f * zr * zi + 0.3f;
    zr = t;
    n++;
  }
  out[get_global_id(0)] = n;
}
