// Means and deviations of the columns of a matrix.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items 8
#pragma tuner array data = 64
#pragma tuner array mean = 8
#pragma tuner array deviation = 8
#pragma tuner input data[i] = i / 8
#pragma tuner ensures forall j: mean[j] == 3.5

__global__ void means(const float *data, float *mean, float *deviation) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float m = 0.0f;
  for (int i = 0; i < 8; i++)
    m += data[i * 8 + j];
  m /= 8;
  mean[j] = m;
  float d = 0.0f;
  for (int i = 0; i < 8; i++)
    d += (data[i * 8 + j] - m) * (data[i * 8 + j] - m);
  d = sqrtf(d / 8);
  deviation[j] = d <= 0.005f ? 1.0f : d;
}
