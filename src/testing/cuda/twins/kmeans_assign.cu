// The nearest of several centres for each point; which one the data say, but it costs the same.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array features = 2 * size
#pragma tuner array centres = 6
#pragma tuner input features[i] = i % 7
#pragma tuner input centres[i] = i

__global__ void assign(const float *features, const float *centres,
                       int *membership) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  int index = 0;
  float least = FLT_MAX;
  for (int c = 0; c < 3; c++) {
    float dist = 0.0f;
    for (int d = 0; d < 2; d++) {
      float diff = features[d * size + id] - centres[c * 2 + d];
      dist += diff * diff;
    }
    if (dist < least) {
      least = dist;
      index = c;
    }
  }
  membership[id] = index;
}
