// Forces of 16384 bodies on each other; a thread computes those on per_thread bodies, with a tile of them in shared memory.
#ifndef N
#define N 16384
#endif
#pragma tuner param block = {32, 64, 128, 256, 512, 1024}
#pragma tuner param per_thread = {1, 2, 4, 8}
#pragma tuner param unrolled = {1, 2, 4, 8, 16, 32}
#pragma tuner param use_tile = {0, 1}
#pragma tuner local_size block
#pragma tuner items N / per_thread
#pragma tuner array force = 4 * N
#pragma tuner array body = 4 * N
#ifndef block
#define block 128
#define per_thread 2
#define unrolled 8
#define use_tile 1
#endif
extern "C" __global__ void nbody(float4 *force, const float4 *__restrict__ body) {
#if use_tile == 1
  __shared__ float4 tile[block];
#endif
  float4 me[per_thread];
  float fx[per_thread], fy[per_thread], fz[per_thread];
#pragma unroll
  for (int k = 0; k < per_thread; k++) {
    me[k] = body[(blockIdx.x * per_thread + k) * block + threadIdx.x];
    fx[k] = fy[k] = fz[k] = 0.0f;
  }
  for (int b = 0; b < N; b += block) {
#if use_tile == 1
    __syncthreads();
    tile[threadIdx.x] = body[b + threadIdx.x];
    __syncthreads();
#endif
#pragma unroll unrolled
    for (int j = 0; j < block; j++) {
#if use_tile == 1
      const float4 o = tile[j];
#else
      const float4 o = body[b + j];
#endif
#pragma unroll
      for (int k = 0; k < per_thread; k++) {
        const float dx = o.x - me[k].x, dy = o.y - me[k].y, dz = o.z - me[k].z;
        const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        const float s = o.w * inv * inv * inv;
        fx[k] += dx * s;
        fy[k] += dy * s;
        fz[k] += dz * s;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < per_thread; k++)
    force[(blockIdx.x * per_thread + k) * block + threadIdx.x] = make_float4(fx[k], fy[k], fz[k], 0.0f);
}
