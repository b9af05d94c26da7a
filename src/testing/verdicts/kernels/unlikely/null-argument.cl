// NULL given to a function: bounds; not native
#pragma tuner array o = size
#pragma tuner array in = size
void write(__global int *p, int i) { p[i] = 1; } // !
__kernel void k(__global int *o, __global int *in) {
  int gid = get_global_id(0), lid = get_local_id(0);
  write(0, gid); // !
}
