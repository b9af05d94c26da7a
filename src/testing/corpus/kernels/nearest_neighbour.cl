// Distances of places from a given one, kept in structs.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner value lat = 3
#pragma tuner value lng = 4

typedef struct { float lat; float lng; } Place;
__kernel void distances(__global const Place *places, __global float *d, float lat, float lng) {
  int i = get_global_id(0);
  if (i < size) {
    __global const Place *p = places + i;
    d[i] = sqrt((lat - p->lat) * (lat - p->lat) + (lng - p->lng) * (lng - p->lng));
  }
}
