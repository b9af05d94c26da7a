// a member of a neighbour in global memory: race-global
#pragma tuner param WG = {4, 16, 64, 256}
struct pair { int first; int second; };
__kernel void k(__global struct pair *p) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  p[gid].first = lid; // !
  if (lid + 1 < n) p[gid].second = p[gid + 1].first; // !
}
