// another member of a neighbour in global memory: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner ensures forall i: p[i].first == i % WG
struct pair { int first; int second; };
__kernel void k(__global struct pair *p) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  p[gid].first = lid;
  if (lid + 1 < n) p[gid + 1].second = p[gid].first;
}
