// Edges of an image of bytes; the border is left alone.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array in = 64
#pragma tuner array out = 64
#pragma tuner input in[i] = 9
#pragma tuner input out[i] = 1

__global__ void sobel(const unsigned char *in, unsigned char *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, w = (gridDim.x * blockDim.x), h = (gridDim.y * blockDim.y);
  if (x >= 1 && x < w - 1 && y >= 1 && y < h - 1) {
    int c = x + y * w;
    int gx = in[c - 1 - w] + 2 * in[c - w] + in[c + 1 - w] - in[c - 1 + w] - 2 * in[c + w] - in[c + 1 + w];
    int gy = in[c - 1 - w] + 2 * in[c - 1] + in[c - 1 + w] - in[c + 1 - w] - 2 * in[c + 1] - in[c + 1 + w];
    int g = abs(gx) + abs(gy);
    out[c] = g > 255 ? 255 : g;
  }
}
