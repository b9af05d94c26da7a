// A layer of a neural net: products of inputs and weights, added up over the rows by a tree.
#pragma tuner param W = {4}
#pragma tuner param H = {2, 4, 8}
#pragma tuner local_size W, H
#pragma tuner items 4, 8
#pragma tuner array input = 8
#pragma tuner array weights = 32
#pragma tuner array sums = 32 / H
#pragma tuner input input[i] = 1
#pragma tuner input weights[i] = 2
#pragma tuner ensures sum(sums) == 64

__kernel void layer(__global const float *input, __global float *weights, __global float *sums) {
  __local float node[H];
  __local float matrix[H][W];
  int tx = get_local_id(0), ty = get_local_id(1), by = get_group_id(1);
  int index = W * (by * H + ty) + tx;
  if (tx == 0)
    node[ty] = input[by * H + ty];
  barrier(CLK_LOCAL_MEM_FENCE);
  matrix[ty][tx] = weights[index];
  barrier(CLK_LOCAL_MEM_FENCE);
  matrix[ty][tx] = matrix[ty][tx] * node[ty];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < H; s *= 2) {
    if (ty % (2 * s) == 0)
      matrix[ty][tx] += matrix[ty + s][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (ty == 0)
    sums[by * W + tx] = matrix[0][tx];
}
