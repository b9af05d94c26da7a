// One-dimensional stencil: a group copies its part of the input and a halo of R elements on both sides to
// local memory, where each element is then read by its 2 R + 1 neighbours. Items at the edges of the
// group load the halo, so their first phase is longer.
#define R 2
#pragma tuner param WG = pow2(4, size/2)
#pragma tuner local tile = WG + 2 * R
#pragma tuner input input[i] = i * i % 11
#pragma tuner input weights[i] = i + 1
#pragma tuner ensures forall i < size: output[i] == sum(k <= 2 * R: i + k >= R && i + k < size + R ? weights[k] * input[i + k - R] : 0)

__global__ void stencil(const float *input, float *output, const float *weights,
                        int size) {
  extern __shared__ float tile[];
  const int gid = blockIdx.x * blockDim.x + threadIdx.x;
  const int lid = threadIdx.x + R;
  tile[lid] = input[gid];
  if (threadIdx.x < R) {
    tile[lid - R] = gid >= R ? input[gid - R] : 0.0f;
    tile[lid + blockDim.x] =
        gid + blockDim.x < size ? input[gid + blockDim.x] : 0.0f;
  }
  __syncthreads();
  float result = 0.0f;
  for (int i = -R; i <= R; ++i)
    result += weights[i + R] * tile[lid + i];
  output[gid] = result;
}
