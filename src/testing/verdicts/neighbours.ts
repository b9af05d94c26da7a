import { verdictCase, type VerdictCase } from './verdict-case.ts';

const COPY = [
  'ensures forall i: b[i] == a[i - i % WG + (i % WG + 1) % WG]',
  'input a[i] = i * 3 + 1',
];

/** Neighbours, stencils, transposes and other ways of addressing local memory. */
export const NEIGHBOURS: readonly VerdictCase[] = [
  verdictCase(
    'the next neighbour',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  b[gid] = l[(lid + 1) % n];`,
    { pragmas: COPY },
  ),
  verdictCase(
    'the next neighbour without a barrier',
    'race-local',
    `
  l[lid] = a[gid]; // !
  b[gid] = l[(lid + 1) % n]; // !`,
  ),
  verdictCase(
    'its own element needs no barrier',
    'right',
    `
  l[lid] = a[gid];
  b[gid] = l[lid];`,
    { pragmas: ['ensures forall i: b[i] == a[i]', 'input a[i] = i'] },
  ),
  verdictCase(
    'a shift in place',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  if (lid > 0) l[lid] = l[lid - 1]; // !
  SYNC;
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a shift in place by way of a variable',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  int t = lid > 0 ? l[lid - 1] : l[lid];
  SYNC;
  l[lid] = t;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == (i % WG > 0 ? i - 1 : i)'] },
  ),
  verdictCase(
    'a shift by way of a variable, no barrier',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  int t = lid > 0 ? l[lid - 1] : l[lid]; // !
  l[lid] = t; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'one element too far',
    'bounds',
    `
  l[lid] = a[gid];
  SYNC;
  b[gid] = l[lid + 1]; // !`,
  ),
  verdictCase(
    'one element too far in front',
    'bounds',
    `
  l[lid] = a[gid];
  SYNC;
  b[gid] = l[lid - 1]; // !`,
  ),
  verdictCase(
    'a halo of one on each side',
    'right',
    `
  int left = gid > 0 ? gid - 1 : 0, right = gid + 1 < get_global_size(0) ? gid + 1 : gid;
  l[lid + 1] = a[gid];
  if (lid == 0) l[0] = a[left];
  if (lid == n - 1) l[n + 1] = a[right];
  SYNC;
  b[gid] = l[lid] + l[lid + 1] + l[lid + 2];`,
    {
      pragmas: [
        'local l = WG + 2',
        'input a[i] = i % 6',
        'ensures forall i in 1..size - 1: b[i] == a[i - 1] + a[i] + a[i + 1]',
      ],
    },
  ),
  verdictCase(
    'a halo that the array has no room for',
    'bounds',
    `
  l[lid + 1] = a[gid]; // !
  if (lid == 0) l[0] = a[gid];
  SYNC;
  b[gid] = l[lid] + l[lid + 1]; // !`,
  ),
  verdictCase(
    'a halo that nobody loads on the right',
    'uninitialised',
    `
  l[lid + 1] = a[gid];
  if (lid == 0) l[0] = a[gid];
  SYNC;
  b[gid] = l[lid] + l[lid + 1] + l[lid + 2]; // !`,
    { pragmas: ['local l = WG + 2'] },
  ),
  verdictCase(
    'a halo from outside of the input',
    'bounds',
    `
  l[lid + 1] = a[gid];
  if (lid == 0) l[0] = a[gid - 1]; // !
  if (lid == n - 1) l[n + 1] = a[gid];
  SYNC;
  b[gid] = l[lid] + l[lid + 1] + l[lid + 2];`,
    { pragmas: ['local l = WG + 2'] },
  ),
  verdictCase(
    'two halves that take turns in a loop',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  for (int step = 0; step < 4; step++) {
    int from = step % 2 * n, to = n - from;
    l[to + lid] = l[from + lid] + l[from + (lid + 1) % n];
    SYNC;
  }
  b[gid] = l[lid];`,
    { pragmas: ['local l = 2 * WG', 'input a[i] = 1', 'ensures forall i: b[i] == 16'] },
  ),
  verdictCase(
    'two halves that take turns, no barrier',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int step = 0; step < 4; step++) {
    int from = step % 2 * n, to = n - from;
    l[to + lid] = l[from + lid] + l[from + (lid + 1) % n]; // !
  }
  b[gid] = l[lid];`,
    { pragmas: ['local l = 2 * WG'] },
  ),
  verdictCase(
    'one buffer in a loop needs two barriers',
    'right',
    `
  int t = 0;
  for (int step = 0; step < 3; step++) {
    l[lid] = a[gid] + step;
    SYNC;
    t += l[n - 1 - lid];
    SYNC;
  }
  b[gid] = t;`,
    { pragmas: ['input a[i] = 2', 'ensures forall i: b[i] == 9'] },
  ),
  verdictCase(
    'one buffer in a loop, one barrier',
    'race-local',
    `
  int t = 0;
  for (int step = 0; step < 3; step++) {
    l[lid] = a[gid] + step; // !
    SYNC;
    t += l[n - 1 - lid]; // !
  }
  b[gid] = t;`,
  ),
  verdictCase(
    'one buffer, one barrier, one round',
    'right',
    `
  int t = 0;
  for (int step = 0; step < 1; step++) {
    l[lid] = a[gid] + step;
    SYNC;
    t += l[n - 1 - lid];
  }
  b[gid] = t;`,
    { pragmas: ['input a[i] = 2', 'ensures forall i: b[i] == 2'] },
  ),
  verdictCase(
    'double buffering with one barrier a round',
    'right',
    `
  __local int two[2][WG];
  int t = 0;
  for (int step = 0; step < 4; step++) {
    two[step % 2][lid] = a[gid] + step;
    SYNC;
    t += two[step % 2][(lid + 1) % n];
  }
  b[gid] = t;`,
    { pragmas: ['input a[i] = 0', 'ensures forall i: b[i] == 6'] },
  ),
  verdictCase(
    'double buffering with the wrong half',
    'race-local',
    `
  __local int two[2][WG];
  int t = 0;
  two[1][lid] = 0;
  SYNC;
  for (int step = 0; step < 4; step++) {
    two[step % 2][lid] = a[gid] + step; // !
    SYNC;
    t += two[(step + 1) % 2][(lid + 1) % n]; // !
  }
  b[gid] = t;`,
  ),
  verdictCase(
    'a race in the last round only',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int step = 0; step < 8; step++) {
    int i = step == 7 ? (lid + 1) % n : lid;
    l[i] += l[lid]; // !
    if (step < 7) SYNC;
  }
  b[gid] = 0;`,
  ),
  verdictCase(
    'a race between the last item and the first',
    'race-local',
    `
  l[lid] = a[gid]; // !
  if (lid == n - 1) b[group] = l[0]; // !`,
  ),
  verdictCase(
    'exclusive or finds the partner',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  b[gid] = l[lid ^ 1];`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == (i % 2 == 0 ? i + 1 : i - 1)'] },
  ),
  verdictCase(
    'exclusive or finds the partner, no barrier',
    'race-local',
    `
  l[lid] = a[gid]; // !
  b[gid] = l[lid ^ 1]; // !`,
  ),
  verdictCase(
    'pairs that share by a shift',
    'race-local',
    `
  l[lid >> 1] = a[gid] + lid; // !
  SYNC;
  b[gid] = l[lid >> 1];`,
    { pragmas: ['input a[i] = 0'] },
  ),
  verdictCase(
    'a mask that keeps everybody apart',
    'right',
    `
  l[lid & (WG - 1)] = a[gid];
  b[gid] = l[lid & (WG - 1)];`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == i'] },
  ),
  verdictCase(
    'a mask that brings two together',
    'race-local',
    `
  l[lid & (WG - 2)] = a[gid]; // !
  SYNC;
  b[gid] = l[lid & (WG - 2)];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'even items write, odd items read another',
    'right',
    `
  l[lid] = 1;
  SYNC;
  if (lid % 2 == 0) l[lid] = a[gid];
  else b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'even items write what odd items read',
    'race-local',
    `
  l[lid] = 1;
  SYNC;
  if (lid % 2 == 0) l[lid] = a[gid]; // !
  else b[gid] = l[lid - 1]; // !`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'multiplied by an odd number, modulo',
    'right',
    `
  l[lid * 5 % n] = a[gid];
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = 3', 'ensures forall i: b[i] == 3'] },
  ),
  verdictCase(
    'multiplied by an even number, modulo',
    'race-local',
    `
  l[lid] = 0;
  SYNC;
  l[lid * 6 % n] = a[gid]; // !
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'the item in the mirror',
    'right',
    `
  l[n - 1 - lid] = a[gid];
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i % WG', 'ensures forall i: b[i] == WG - 1 - i % WG'] },
  ),
  verdictCase(
    'the item in the mirror, one too far',
    'bounds',
    `
  l[n - lid] = a[gid]; // !
  SYNC;
  b[gid] = 0;`,
  ),
  verdictCase(
    'transpose of a square tile',
    'right',
    `
  __local int tile[4][5];
  int x = get_local_id(0) % 4, y = get_local_id(0) / 4;
  if (y < 4) tile[y][x] = a[gid];
  SYNC;
  if (y < 4 && n >= 16) b[gid] = tile[x][y];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'transpose of a tile without a barrier',
    'race-local',
    `
  __local int tile[2][3];
  int x = lid % 2, y = lid / 2;
  if (y < 2) tile[y][x] = a[gid]; // !
  if (y < 2) b[gid] = tile[x][y]; // !`,
  ),
  verdictCase(
    'groups in two dimensions',
    'right',
    `
  int x = get_local_id(0), y = get_local_id(1);
  l[y * 2 + x] = a[get_global_id(1) * 2 + get_global_id(0)];
  SYNC;
  b[get_global_id(1) * 2 + get_global_id(0)] = l[(get_local_size(1) - 1 - y) * 2 + x];`,
    {
      pragmas: [
        'local_size 2, WG / 2',
        'items 2, size / 2',
        'input a[i] = 4',
        'ensures forall i: b[i] == 4',
      ],
    },
  ),
  verdictCase(
    'groups in two dimensions, no barrier',
    'race-local',
    `
  int x = get_local_id(0), y = get_local_id(1);
  l[y * 2 + x] = a[get_global_id(1) * 2 + get_global_id(0)]; // !
  b[get_global_id(1) * 2 + get_global_id(0)] = l[(get_local_size(1) - 1 - y) * 2 + x]; // !`,
    { pragmas: ['local_size 2, WG / 2', 'items 2, size / 2'] },
  ),
  verdictCase(
    'groups in two dimensions, one of them forgotten',
    'race-local',
    `
  int x = get_local_id(0), y = get_local_id(1);
  l[x] = a[get_global_id(1) * 2 + get_global_id(0)] + y; // !
  SYNC;
  b[get_global_id(1) * 2 + get_global_id(0)] = l[x];`,
    { pragmas: ['local_size 2, WG / 2', 'items 2, size / 2', 'input a[i] = 0'] },
  ),
  verdictCase(
    'rows of a matrix, one too short',
    'race-local',
    `
  __local int m[WG * 3 + 4];
  for (int j = 0; j < 4; j++) m[lid * 3 + j] = a[gid] + j; // !
  SYNC;
  b[gid] = m[lid * 3];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'rows of a matrix',
    'right',
    `
  __local int m[WG * 4];
  for (int j = 0; j < 4; j++) m[lid * 4 + j] = a[gid] + j;
  SYNC;
  b[gid] = m[((lid + 1) % n) * 4 + 3];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 4'] },
  ),
];
