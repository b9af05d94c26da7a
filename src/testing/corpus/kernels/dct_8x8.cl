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

__kernel void dct(__global const float *in, __global float *out, __global const float *dct) {
  __local float inter[W][W];
  int x = get_local_id(0), y = get_local_id(1);
  float acc = 0.0f;
  for (int k = 0; k < W; k++)
    acc += dct[y * W + k] * in[k * W + x];
  inter[y][x] = acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  acc = 0.0f;
  for (int k = 0; k < W; k++)
    acc += inter[y][k] * dct[x * W + k];
  out[y * W + x] = acc;
}
