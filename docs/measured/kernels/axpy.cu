// y += a x for 2^26 numbers, by vectors of one, two or four.
#ifndef N
#define N 67108864
#endif
#pragma tuner param block = {32, 64, 128, 256, 512, 1024}
#pragma tuner param vec_width = {1, 2, 4}
#pragma tuner param per_thread = {1, 2, 4, 8, 16}
#pragma tuner param apart = {0, 1}
#pragma tuner require per_thread > 1 || apart == 0
#pragma tuner local_size block
#pragma tuner items N / (vec_width * per_thread)
#pragma tuner array y = N
#pragma tuner array x = N
#ifndef block
#define block 256
#define vec_width 4
#define per_thread 2
#define apart 1
#endif
#if vec_width == 1
typedef float vec;
#elif vec_width == 2
typedef float2 vec;
#else
typedef float4 vec;
#endif
extern "C" __global__ void axpy(float *__restrict__ y, const float *__restrict__ x) {
  vec *py = reinterpret_cast<vec *>(y);
  const vec *px = reinterpret_cast<const vec *>(x);
  const int item = blockIdx.x * block + threadIdx.x;
#pragma unroll
  for (int i = 0; i < per_thread; i++) {
#if apart == 1
    const int at = item + i * (N / vec_width / per_thread);
#else
    const int at = item * per_thread + i;
#endif
    vec u = px[at], v = py[at];
#if vec_width == 1
    v += 2.5f * u;
#elif vec_width == 2
    v.x += 2.5f * u.x; v.y += 2.5f * u.y;
#else
    v.x += 2.5f * u.x; v.y += 2.5f * u.y; v.z += 2.5f * u.z; v.w += 2.5f * u.w;
#endif
    py[at] = v;
  }
}
