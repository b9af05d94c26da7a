// Distances of places from a given one, kept in structs.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner value lat = 3
#pragma tuner value lng = 4

typedef struct { float lat; float lng; } Place;
__global__ void distances(const Place *places, float *d, float lat, float lng) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    const Place *p = places + i;
    d[i] = sqrtf((lat - p->lat) * (lat - p->lat) + (lng - p->lng) * (lng - p->lng));
  }
}
