// a struct with an array, by pointer: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i
struct row { int count; int cells[3]; };
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local struct row r[WG];
  __local struct row *mine = &r[lid], *next = &r[(lid + 1) % n];
  mine->cells[0] = a[gid]; // !
  next->cells[0] += 1; // !
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = mine->cells[0];
}
