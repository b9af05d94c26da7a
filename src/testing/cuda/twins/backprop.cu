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

__global__ void layer(const float *input, float *weights, float *sums) {
  __shared__ float node[H];
  __shared__ float matrix[H][W];
  int tx = threadIdx.x, ty = threadIdx.y, by = blockIdx.y;
  int index = W * (by * H + ty) + tx;
  if (tx == 0)
    node[ty] = input[by * H + ty];
  __syncthreads();
  matrix[ty][tx] = weights[index];
  __syncthreads();
  matrix[ty][tx] = matrix[ty][tx] * node[ty];
  __syncthreads();
  for (int s = 1; s < H; s *= 2) {
    if (ty % (2 * s) == 0)
      matrix[ty][tx] += matrix[ty + s][tx];
    __syncthreads();
  }
  if (ty == 0)
    sums[by * W + tx] = matrix[0][tx];
}
