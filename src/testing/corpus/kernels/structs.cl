// Particles as structs: members read and written one by one, and a whole one copied.
#pragma tuner param WG = {4, 8, 16}

typedef struct { float x, y, vx, vy; int hits; } Particle;
__kernel void move(__global Particle *p, __global Particle *old) {
  int i = get_global_id(0);
  old[i] = p[i];
  p[i].x += p[i].vx;
  p[i].y += p[i].vy;
  __global Particle *me = &p[i];
  me->hits = 1;
}
