// Pointers that walk through a row, and one that is swapped with another.
#pragma tuner param WG = {4, 8}
#pragma tuner local two = 2 * WG
#pragma tuner input in[i] = 5
#pragma tuner ensures forall i: out[i] == 5

__kernel void walk(__global const int *in, __global int *out, __local int *two) {
  int lid = get_local_id(0), n = get_local_size(0);
  __local int *now = two, *next = two + n;
  now[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 3; i++) {
    next[lid] = now[(lid + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int *t = now;
    now = next;
    next = t;
  }
  out[get_global_id(0)] = now[lid];
}
