// Points of a set: the loop ends when the data say so, and touches no memory.
#pragma tuner param WG = {4, 8}

__global__ void mandelbrot(int *out) {
  float x = -2.0f + 0.1f * (blockIdx.x * blockDim.x + threadIdx.x), zr = 0.0f, zi = 0.0f;
  int n = 0;
  while (n < 20 && zr * zr + zi * zi < 4.0f) {
    float t = zr * zr - zi * zi + x;
    zi = 2.0f * zr * zi + 0.3f;
    zr = t;
    n++;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
