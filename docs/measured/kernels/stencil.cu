// A step of heat on a 256 x 256 x 256 grid; a thread walks planes planes, with the plane in shared memory or not.
#ifndef N
#define N 256
#endif
#pragma tuner param block_size_x = {16, 32, 64, 128, 256}
#pragma tuner param block_size_y = {1, 2, 4, 8, 16}
#pragma tuner param planes = {1, 2, 4, 8, 16, 32, 64}
#pragma tuner param use_shared = {0, 1}
#pragma tuner require block_size_x * block_size_y >= 32
#pragma tuner require block_size_x * block_size_y <= 1024
#pragma tuner local_size block_size_x, block_size_y, 1
#pragma tuner items N, N, N / planes
#pragma tuner array out = N * N * N
#pragma tuner array in = N * N * N
#ifndef block_size_x
#define block_size_x 32
#define block_size_y 8
#define planes 8
#define use_shared 1
#endif
extern "C" __global__ void stencil(float *__restrict__ out, const float *__restrict__ in) {
  const int x = blockIdx.x * block_size_x + threadIdx.x;
  const int y = blockIdx.y * block_size_y + threadIdx.y;
  const int z0 = blockIdx.z * planes;
#if use_shared == 1
  __shared__ float s[block_size_y + 2][block_size_x + 2];
#endif
  const int at = y * N + x;
  float below = z0 > 0 ? in[(z0 - 1) * N * N + at] : 0.0f;
  float here = in[z0 * N * N + at];
  for (int z = z0; z < z0 + planes; z++) {
    const float above = z < N - 1 ? in[(z + 1) * N * N + at] : 0.0f;
    float around;
#if use_shared == 1
    const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    __syncthreads();
    s[ly][lx] = here;
    if (lx == 1) s[ly][0] = x > 0 ? in[z * N * N + at - 1] : 0.0f;
    if (lx == block_size_x) s[ly][lx + 1] = x < N - 1 ? in[z * N * N + at + 1] : 0.0f;
    if (ly == 1) s[0][lx] = y > 0 ? in[z * N * N + at - N] : 0.0f;
    if (ly == block_size_y) s[ly + 1][lx] = y < N - 1 ? in[z * N * N + at + N] : 0.0f;
    __syncthreads();
    around = s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx];
#else
    around = (x > 0 ? in[z * N * N + at - 1] : 0.0f) + (x < N - 1 ? in[z * N * N + at + 1] : 0.0f) +
             (y > 0 ? in[z * N * N + at - N] : 0.0f) + (y < N - 1 ? in[z * N * N + at + N] : 0.0f);
#endif
    out[z * N * N + at] = 0.4f * here + 0.1f * (around + below + above);
    below = here;
    here = above;
  }
}
