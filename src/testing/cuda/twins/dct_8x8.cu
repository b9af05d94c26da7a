// A cosine transform of a block, rows before columns.
#pragma tuner param W = {8}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array in = 64
#pragma tuner array out = 64
#pragma tuner array dct = 64
#pragma tuner input dct[i] = 1
#pragma tuner input in[i] = 1
#pragma tuner ensures forall i: out[i] == 64

__global__ void dct(const float *in, float *out, const float *dct) {
  __shared__ float inter[W][W];
  int x = threadIdx.x, y = threadIdx.y;
  float acc = 0.0f;
  for (int k = 0; k < W; k++)
    acc += dct[y * W + k] * in[k * W + x];
  inter[y][x] = acc;
  __syncthreads();
  acc = 0.0f;
  for (int k = 0; k < W; k++)
    acc += inter[y][k] * dct[x * W + k];
  out[y * W + x] = acc;
}
