// Diffusion coefficients of an image, with clamped neighbours and helpers.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array image = 64
#pragma tuner array c = 64
#pragma tuner input image[i] = 1

__device__ int clamped(int i) { return i < 0 ? 0 : i > 7 ? 7 : i; }
__device__ float at(const float *image, int x, int y) { return image[clamped(y) * 8 + clamped(x)]; }
__global__ void srad(const float *image, float *c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float here = at(image, x, y);
  float n = at(image, x, y - 1) - here, s = at(image, x, y + 1) - here;
  float w = at(image, x - 1, y) - here, e = at(image, x + 1, y) - here;
  float g2 = (n * n + s * s + w * w + e * e) / (here * here);
  float l = (n + s + w + e) / here;
  float q = 0.5f * g2 - 0.0625f * l * l;
  c[y * 8 + x] = 1.0f / (1.0f + q);
}
