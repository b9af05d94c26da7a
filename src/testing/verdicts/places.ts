import { verdictCase, type VerdictCase } from './verdict-case.ts';

/** Global memory within a group and between groups, bounds, memory that nobody has written, loops that never
 * end, and results that are wrong without any of this. */
export const PLACES: readonly VerdictCase[] = [
  verdictCase(
    'each its own element',
    'right',
    `
  b[gid] = 2 * a[gid];`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == 2 * i'] },
  ),
  verdictCase(
    'a shift in global memory',
    'race-global',
    `
  if (lid + 1 < n) a[gid] = a[gid + 1]; // !`,
  ),
  verdictCase(
    'a shift in global memory to another array',
    'right',
    `
  if (gid + 1 < get_global_size(0)) b[gid] = a[gid + 1];`,
    { pragmas: ['input a[i] = i', 'ensures forall i in 0..size - 1: b[i] == i + 1'] },
  ),
  verdictCase(
    'a shift over the edge of a group',
    'race-between-groups',
    `
  int t = a[(gid + n) % get_global_size(0)]; // !
  a[gid] = t + 1; // !`,
  ),
  verdictCase(
    'everybody writes the first element',
    'race-global',
    `
  b[0] = gid; // !`,
    { groups: 1 },
  ),
  verdictCase(
    'one of each group writes the first element',
    'race-between-groups',
    `
  if (lid == 0) b[0] = group; // !`,
  ),
  verdictCase(
    'one of each group writes the same',
    'right',
    `
  if (lid == 0) b[0] = 3;`,
    { pragmas: ['ensures b[0] == 3'] },
  ),
  verdictCase(
    'groups write by local index',
    'race-between-groups',
    `
  b[lid] = a[gid]; // !`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'groups write by local index, a single group',
    'right',
    `
  b[lid] = a[gid];`,
    { groups: 1, pragmas: ['input a[i] = i', 'ensures forall i: b[i] == i'] },
  ),
  verdictCase(
    'a barrier does not order groups',
    'race-between-groups',
    `
  a[gid] = gid; // !
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  b[gid] = a[(gid + n) % get_global_size(0)]; // !`,
  ),
  verdictCase(
    'a barrier orders within the group',
    'right',
    `
  a[gid] = gid;
  SYNC_GLOBAL;
  b[gid] = a[group * n + (lid + 1) % n];`,
    { pragmas: ['ensures forall i: b[i] == i - i % WG + (i + 1) % WG'] },
  ),
  verdictCase(
    'no barrier in global memory',
    'race-global',
    `
  a[gid] = gid; // !
  b[gid] = a[group * n + (lid + 1) % n]; // !`,
  ),
  verdictCase(
    'groups overlap by one element',
    'race-between-groups',
    `
  b[gid] = a[gid]; // !
  if (lid == n - 1 && gid + 1 < get_global_size(0)) b[gid + 1] = 0; // !`,
    { pragmas: ['input a[i] = i + 1'] },
  ),
  verdictCase(
    'a sum over groups without atomics',
    'race-between-groups',
    `
  l[lid] = a[gid];
  SYNC;
  if (lid == 0) {
    int s = 0;
    for (int i = 0; i < n; i++) s += l[i];
    b[0] += s; // !
  }`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'a group waits for another by a flag',
    'race-between-groups',
    `
  if (group == 0) {
    b[gid] = a[gid]; // !
  } else {
    a[gid] = b[lid]; // !
  }`,
  ),
  verdictCase(
    'a grid of strides',
    'right',
    `
  for (int i = gid; i < 4 * WG; i += get_global_size(0)) b[i] = a[i] + 1;`,
    {
      pragmas: [
        'array a = 4 * WG',
        'array b = 4 * WG',
        'input a[i] = i',
        'ensures forall i: b[i] == i + 1',
      ],
    },
  ),
  verdictCase(
    'a grid of strides, the wrong stride',
    'race-between-groups',
    `
  for (int i = gid; i < 4 * WG; i += n) b[i] = a[i] + group; // !`,
    { pragmas: ['array a = 4 * WG', 'array b = 4 * WG', 'input a[i] = i'] },
  ),
  verdictCase(
    'columns of a matrix by several groups',
    'right',
    `
  for (int r = 0; r < 3; r++) b[r * size + gid] = a[gid] * r;`,
    { pragmas: ['array b = 3 * size', 'input a[i] = 1', 'ensures forall i: b[i] == i / size'] },
  ),
  verdictCase(
    'rows that are too short',
    'race-between-groups',
    `
  for (int r = 0; r < 3; r++) b[r * n + gid] = r; // !`,
    { pragmas: ['array b = 3 * size'] },
  ),
  verdictCase(
    'two arguments that may be one array',
    'right',
    `
  b[gid] = a[size - 1 - gid];`,
    { pragmas: ['input a[i] = 4', 'ensures forall i: b[i] == 4'] },
  ),
  verdictCase(
    'a stencil in place',
    'race-global',
    `
  if (lid > 0 && lid + 1 < n) a[gid] = (a[gid - 1] + a[gid + 1]) / 2; // !`,
  ),
  verdictCase(
    'a stencil in place with rounds and the wrong fence',
    'race-global',
    `
  for (int round = 0; round < 3; round++) {
    int left = lid > 0 ? a[gid - 1] : 0; // !
    SYNC;
    a[gid] += left; // !
    SYNC;
  }`,
  ),
  verdictCase(
    'a stencil in place with rounds',
    'right',
    `
  for (int round = 0; round < 3; round++) {
    int left = lid > 0 ? a[gid - 1] : 0;
    SYNC_GLOBAL;
    a[gid] += left;
    SYNC_GLOBAL;
  }`,
    {
      pragmas: [
        'input a[i] = 1',
        'ensures forall g in 0..size / WG: a[g * WG] == 1 && a[g * WG + 3] == 8',
      ],
    },
  ),
  verdictCase(
    'a member of a neighbour in global memory',
    'race-global',
    `
  p[gid].first = lid; // !
  if (lid + 1 < n) p[gid].second = p[gid + 1].first; // !`,
    { before: 'struct pair { int first; int second; };', parameters: '__global struct pair *p' },
  ),
  verdictCase(
    'another member of a neighbour in global memory',
    'right',
    `
  p[gid].first = lid;
  if (lid + 1 < n) p[gid + 1].second = p[gid].first;`,
    {
      before: 'struct pair { int first; int second; };',
      parameters: '__global struct pair *p',
      pragmas: ['ensures forall i: p[i].first == i % WG'],
    },
  ),
  verdictCase(
    'a copy to global memory that is read too early',
    'race-global',
    `
  l[lid] = lid;
  SYNC;
  event_t e = async_work_group_copy(b + group * n, l, n, 0); // !
  a[gid] = b[gid]; // !
  wait_group_events(1, &e);`,
  ),
  verdictCase(
    'counters in global memory, two items each',
    'race-global',
    `
  b[gid / 2] += 1; // !`,
  ),
  verdictCase(
    'beyond the end of the input',
    'bounds',
    `
  b[gid] = a[gid + 1]; // !`,
    { pragmas: ['array a = size'] },
  ),
  verdictCase(
    'in front of the input',
    'bounds',
    `
  b[gid] = gid >= 0 ? a[gid - 1] : 0; // !`,
    { pragmas: ['array a = size'] },
  ),
  verdictCase(
    'beyond the end, guarded',
    'right',
    `
  b[gid] = gid + 1 < size ? a[gid + 1] : 0;`,
    { pragmas: ['array a = size', 'input a[i] = 1', 'ensures sum(b) == size - 1'] },
  ),
  verdictCase(
    'beyond the end, guarded by one too many',
    'bounds',
    `
  if (gid <= size - 1) b[gid + 1] = 0; // !`,
    { pragmas: ['array b = size'] },
  ),
  verdictCase(
    'an unsigned index below zero',
    'bounds',
    `
  uint i = get_local_id(0) - 1;
  l[lid] = 1;
  SYNC;
  b[gid] = i < 0 ? 0 : l[i]; // !`,
  ),
  verdictCase(
    'a signed index below zero, guarded',
    'right',
    `
  int i = (int)get_local_id(0) - 1;
  l[lid] = 1;
  SYNC;
  b[gid] = i < 0 ? 0 : l[i];`,
    { pragmas: ['ensures sum(b) == size - size / WG'] },
  ),
  verdictCase(
    'an index that data decide',
    'bounds',
    `
  b[gid] = a[a[gid]]; // !`,
    { pragmas: ['array a = size', 'input a[i] = i + 1'] },
  ),
  verdictCase(
    'an index that data decide, in range',
    'right',
    `
  b[gid] = a[a[gid]];`,
    { pragmas: ['array a = size', 'input a[i] = size - 1 - i', 'ensures forall i: b[i] == i'] },
  ),
  verdictCase(
    'a local array that is too short',
    'bounds',
    `
  __local int t[WG - 1];
  t[lid] = a[gid]; // !
  SYNC;
  b[gid] = t[0];`,
  ),
  verdictCase(
    'a private array that is too short',
    'bounds',
    `
  int t[4];
  for (int i = 0; i <= 4; i++) t[i] = i; // !
  b[gid] = t[0];`,
    { native: false },
  ),
  verdictCase(
    'a loop to the length and no further',
    'right',
    `
  int t[4];
  for (int i = 0; i < 4; i++) t[i] = i;
  b[gid] = t[3];`,
    { pragmas: ['ensures forall i: b[i] == 3'] },
  ),
  verdictCase(
    'a vector that reaches beyond the end',
    'bounds',
    `
  int4 v = vload4(0, a + gid); // !
  b[gid] = v.w;`,
    { pragmas: ['array a = size'] },
  ),
  verdictCase(
    'local memory that nobody has written',
    'uninitialised',
    `
  b[gid] = l[lid]; // !`,
  ),
  verdictCase(
    'local memory that half have written',
    'uninitialised',
    `
  if (lid < n / 2) l[lid] = a[gid];
  SYNC;
  b[gid] = l[n - 1 - lid]; // !`,
  ),
  verdictCase(
    'a sum that does not begin at zero',
    'uninitialised',
    `
  __local int sum;
  atomic_add(&sum, a[gid]); // !
  SYNC;
  b[gid] = sum;`,
  ),
  verdictCase(
    'a sum that begins at zero',
    'right',
    `
  __local int sum;
  if (lid == 0) sum = 0;
  SYNC;
  atomic_add(&sum, a[gid]);
  SYNC;
  b[gid] = sum;`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == WG'] },
  ),
  verdictCase(
    'padding that is never loaded',
    'uninitialised',
    `
  __local int t[WG][2];
  t[lid][0] = a[gid];
  SYNC;
  b[gid] = t[n - 1 - lid][1]; // !`,
  ),
  verdictCase(
    'written in the first round, read in the second',
    'right',
    `
  int t = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1) t += l[lid];
    l[lid] = a[gid];
  }
  b[gid] = t;`,
    { pragmas: ['input a[i] = 3', 'ensures forall i: b[i] == 3'] },
  ),
  verdictCase(
    'read in the first round, written in the second',
    'uninitialised',
    `
  int t = 0;
  for (int i = 0; i < 2; i++) {
    t += l[lid]; // !
    l[lid] = a[gid];
  }
  b[gid] = t;`,
  ),
  verdictCase(
    'a loop without an end',
    'non-termination',
    `
  int g = 0;
  while (1) g = g + 1; // !
  b[gid] = g;`,
  ),
  verdictCase(
    'a counter that nobody moves',
    'non-termination',
    `
  int i = 0;
  while (i < n) b[gid] = i; // !`,
  ),
  verdictCase(
    'a byte that never gets there',
    'non-termination',
    `
  for (uchar c = 0; c < 300; c++) b[gid] = c; // !`,
  ),
  verdictCase(
    'a byte that wraps around and gets there',
    'right',
    `
  int rounds = 0;
  for (uchar c = 250; c != 4; c++) rounds++;
  b[gid] = rounds;`,
    { pragmas: ['ensures forall i: b[i] == 10'] },
  ),
  verdictCase(
    'an unsigned counter that goes down for ever',
    'non-termination',
    `
  for (uint i = n; i >= 0; i--) b[gid] = 1; // !`,
  ),
  verdictCase(
    'a stride of zero',
    'non-termination',
    `
  for (int i = lid; i < 2 * n; i += group) b[gid] = i; // !`,
  ),
  verdictCase(
    'a step over the end',
    'non-termination',
    `
  uint i = lid * 2 + 1;
  while (i != 0) { // !
    b[gid] = 1; // !
    i += 2; // !
  }`,
  ),
  verdictCase(
    'halves until nothing is left',
    'right',
    `
  int i = n, rounds = 0;
  while (i > 0) {
    i /= 2;
    rounds++;
  }
  b[gid] = rounds;`,
    { pragmas: ['ensures forall i: b[i] >= 3 && b[i] <= 9'] },
  ),
  verdictCase(
    'halves for ever',
    'non-termination',
    `
  int i = n, rounds = 0;
  while (i >= 0) { // !
    i /= 2;
    rounds++;
  }
  b[gid] = rounds;`,
  ),
  verdictCase(
    'the Collatz sequence',
    'right',
    `
  int x = a[gid], steps = 0;
  while (x != 1) {
    x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    steps++;
  }
  b[gid] = steps;`,
    { pragmas: ['input a[i] = i + 1', 'ensures b[0] == 0 && b[1] == 1 && b[2] == 7'] },
  ),
  verdictCase(
    'one too many',
    'result',
    `
  int s = 0;
  for (int i = 0; i <= gid; i++) s += a[i];
  b[gid] = s;`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == i'] },
  ),
  verdictCase(
    'as many as there are',
    'right',
    `
  int s = 0;
  for (int i = 0; i < gid; i++) s += a[i];
  b[gid] = s;`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == i'] },
  ),
  verdictCase(
    'a byte overflows',
    'result',
    `
  uchar c = (uchar)(gid * 100);
  b[gid] = c;`,
    { pragmas: ['ensures forall i: b[i] == 100 * i'] },
  ),
  verdictCase(
    'a byte overflows as it should',
    'right',
    `
  uchar c = (uchar)(gid * 100);
  b[gid] = c;`,
    { pragmas: ['ensures forall i: b[i] == 100 * i % 256'] },
  ),
  verdictCase(
    'division of integers',
    'result',
    `
  b[gid] = a[gid] / 2 * 2;`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == a[i]'] },
  ),
  verdictCase(
    'a shift of a negative number',
    'right',
    `
  b[gid] = (-8 - gid) >> 1;`,
    { pragmas: ['ensures b[0] == -4 && b[2] == -5'] },
  ),
  verdictCase(
    'floating point is not exact',
    'right',
    `
  f[gid] = (float)gid * 0.5f + 0.25f;`,
    { parameters: '__global float *f', pragmas: ['ensures forall i: f[i] * 4 == 2 * i + 1'] },
  ),
  verdictCase(
    'large numbers lose their last digit as floats',
    'result',
    `
  float x = 16777217.0f;
  b[gid] = (int)x;`,
    { pragmas: ['ensures forall i: b[i] == 16777217'] },
  ),
  verdictCase(
    'the wrong group',
    'result',
    `
  b[gid] = a[group * n];`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == a[i]'] },
  ),
  verdictCase(
    'a matrix times a vector',
    'right',
    `
  int s = 0;
  for (int j = 0; j < 4; j++) s += a[gid * 4 + j] * (j + 1);
  b[gid] = s;`,
    { pragmas: ['array a = 4 * size', 'input a[i] = i % 4', 'ensures forall i: b[i] == 20'] },
  ),
  verdictCase(
    'for every input: a maximum of two',
    'right',
    `
  if (gid == 0) b[0] = a[0] > a[1] ? a[0] : a[1];`,
    { groups: 1, pragmas: ['array a = 2', 'input a[i] = any(0, 3)', 'ensures b[0] == max(a)'] },
  ),
  verdictCase(
    'for every input but one',
    'result',
    `
  if (gid == 0) b[0] = a[0] == 3 && a[1] == 2 ? 0 : a[0] + a[1];`,
    { groups: 1, pragmas: ['array a = 2', 'input a[i] = any(0, 3)', 'ensures b[0] == sum(a)'] },
  ),
];
