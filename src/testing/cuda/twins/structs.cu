// Particles as structs: members read and written one by one, and a whole one copied.
#pragma tuner param WG = {4, 8, 16}

typedef struct { float x, y, vx, vy; int hits; } Particle;
__global__ void move(Particle *p, Particle *old) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  old[i] = p[i];
  p[i].x += p[i].vx;
  p[i].y += p[i].vy;
  Particle *me = &p[i];
  me->hits = 1;
}
