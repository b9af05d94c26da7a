// a switch over a scoped enum, its range counted through: right
// launch stages: 1 of 32; a[32]
enum class Stage : int { add, twice, subtract, count };

__device__ int apply(Stage stage, int v) {
  switch (stage) {
    case Stage::add: return v + 3;
    case Stage::twice: return v * 2;
    case Stage::subtract: return v - 1;
    default: return v;
  }
}

#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input a[i] = i
#pragma tuner ensures forall i < 32: a[i] == (i + 3) * 2 - 1
__global__ void stages(int *a) {
  int v = a[threadIdx.x];
  for (int s = 0; s < static_cast<int>(Stage::count); ++s) v = apply(static_cast<Stage>(s), v);
  a[threadIdx.x] = v;
}
