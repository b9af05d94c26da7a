import { verdictCase, type VerdictCase } from './verdict-case.ts';

const FLAGS = ['input a[i] = i % 3'];

/** Atomics, writes of the same value, aliases, vectors, structs, casts and pointers. */
export const SHARING: readonly VerdictCase[] = [
  verdictCase(
    'everybody writes the same value',
    'right',
    `
  __local int flag;
  flag = 1;
  SYNC;
  b[gid] = flag;`,
    { pragmas: ['ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'everybody writes its own value',
    'race-local',
    `
  __local int flag;
  flag = lid; // !
  SYNC;
  b[gid] = flag;`,
  ),
  verdictCase(
    'a flag that several set to the same',
    'right',
    `
  __local int flag;
  if (lid == 0) flag = 0;
  SYNC;
  if (a[gid] == 2) flag = 1;
  SYNC;
  b[gid] = flag;`,
    { pragmas: [...FLAGS, 'ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'a flag that is cleared too late',
    'race-local',
    `
  __local int flag;
  if (lid == 0) flag = 0; // !
  if (a[gid] == 2) flag = 1; // !
  SYNC;
  b[gid] = flag;`,
    { pragmas: FLAGS },
  ),
  verdictCase(
    'a flag that is read while it is set',
    'race-local',
    `
  __local int flag;
  if (lid == 0) flag = 0;
  SYNC;
  if (a[gid] == 2) flag = 1; // !
  b[gid] = flag; // !`,
    { pragmas: FLAGS },
  ),
  verdictCase(
    'the same value, and another of one item',
    'race-local',
    `
  __local int flag;
  flag = lid == n - 1 ? 2 : 1; // !
  SYNC;
  b[gid] = flag;`,
  ),
  verdictCase(
    'different values to the first element',
    'race-local',
    `
  l[0] = a[gid]; // !
  SYNC;
  b[gid] = l[0];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'the same data to the first element',
    'right',
    `
  l[0] = a[0];
  SYNC;
  b[gid] = l[0];`,
    { pragmas: ['input a[i] = i + 4', 'ensures forall i: b[i] == 4'] },
  ),
  verdictCase(
    'an atomic counter',
    'right',
    `
  __local int count;
  if (lid == 0) count = 0;
  SYNC;
  atomic_inc(&count);
  SYNC;
  b[gid] = count;`,
    { pragmas: ['ensures forall i: b[i] == WG'] },
  ),
  verdictCase(
    'an atomic counter that is read too early',
    'race-local',
    `
  __local int count;
  if (lid == 0) count = 0;
  SYNC;
  atomic_inc(&count); // !
  b[gid] = count; // !`,
  ),
  verdictCase(
    'an atomic counter, cleared without a barrier',
    'race-local',
    `
  __local int count;
  if (lid == 0) count = 0; // !
  atomic_inc(&count); // !
  SYNC;
  b[gid] = count;`,
  ),
  verdictCase(
    'a counter without atomics',
    'race-local',
    `
  __local int count;
  if (lid == 0) count = 0;
  SYNC;
  count++; // !
  SYNC;
  b[gid] = count;`,
  ),
  verdictCase(
    'atomics that mix with a plain write',
    'race-local',
    `
  __local int count;
  if (lid == 0) count = 0;
  SYNC;
  if (lid == 1) count = 7; // !
  else atomic_inc(&count); // !
  SYNC;
  b[gid] = count;`,
  ),
  verdictCase(
    'the largest by an atomic',
    'right',
    `
  __local int most;
  if (lid == 0) most = 0;
  SYNC;
  atomic_max(&most, a[gid]);
  SYNC;
  if (lid == 0) b[group] = most;`,
    {
      pragmas: ['input a[i] = (i * 7 + 3) % 11', 'array b = size / WG', 'ensures max(b) == max(a)'],
    },
  ),
  verdictCase(
    'places from an atomic counter',
    'right',
    `
  __local int count;
  if (lid == 0) count = 0;
  SYNC;
  int place = atomic_inc(&count);
  l[place] = a[gid];
  SYNC;
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = i * 3', 'ensures sum(b) == sum(a)'] },
  ),
  verdictCase(
    'the order of places is not certain',
    'result',
    `
  __local int count;
  if (lid == 0) count = 0;
  SYNC;
  int place = atomic_inc(&count);
  l[place] = a[gid];
  SYNC;
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = i * 3', 'ensures forall i: b[i] == a[i]'] },
  ),
  verdictCase(
    'the last exchange wins',
    'result',
    `
  atomic_xchg(&b[0], gid);`,
    { groups: 1, pragmas: ['array b = 1', 'ensures b[0] == WG - 1'] },
  ),
  verdictCase(
    'a global counter between groups',
    'right',
    `
  atomic_add(&b[0], 1);`,
    { pragmas: ['array b = 1', 'input b[i] = 0', 'ensures b[0] == size'] },
  ),
  verdictCase(
    'an atomic in global memory, read plainly',
    'race-between-groups',
    `
  atomic_add(&b[0], 1); // !
  if (lid == 0) a[group] = b[0]; // !`,
    { pragmas: ['array b = 1', 'input b[i] = 0'] },
  ),
  verdictCase(
    'compare and exchange elects one',
    'right',
    `
  __local int owner;
  if (lid == 0) owner = -1;
  SYNC;
  atomic_cmpxchg(&owner, -1, 5);
  SYNC;
  b[gid] = owner;`,
    { pragmas: ['ensures forall i: b[i] == 5'] },
  ),
  verdictCase(
    'an alias of the same buffer',
    'race-local',
    `
  __local int *p = l;
  l[lid] = a[gid]; // !
  b[gid] = p[(lid + 1) % n]; // !`,
  ),
  verdictCase(
    'two halves of one buffer',
    'right',
    `
  __local int *low = l, *high = l + n;
  low[lid] = a[gid];
  high[lid] = 1;
  SYNC;
  b[gid] = low[n - 1 - lid] + high[(lid + 1) % n];`,
    { pragmas: ['local l = 2 * WG', 'input a[i] = 2', 'ensures forall i: b[i] == 3'] },
  ),
  verdictCase(
    'two halves that overlap',
    'race-local',
    `
  __local int *low = l, *high = l + n - 1;
  low[lid] = a[gid]; // !
  high[lid] = 1; // !
  SYNC;
  b[gid] = low[lid];`,
    { pragmas: ['local l = 2 * WG', 'input a[i] = i + 2'] },
  ),
  verdictCase(
    'pointers that are swapped in a loop',
    'right',
    `
  __local int *from = l, *to = l + n;
  from[lid] = a[gid];
  SYNC;
  for (int i = 0; i < 3; i++) {
    to[lid] = from[(lid + 1) % n];
    SYNC;
    __local int *t = from;
    from = to;
    to = t;
  }
  b[gid] = from[lid];`,
    { pragmas: ['local l = 2 * WG', 'input a[i] = 8', 'ensures forall i: b[i] == 8'] },
  ),
  verdictCase(
    'pointers that are not swapped',
    'race-local',
    `
  __local int *from = l, *to = l + n;
  from[lid] = a[gid];
  to[lid] = 0;
  SYNC;
  for (int i = 0; i < 3; i++) {
    to[lid] = from[(lid + 1) % n]; // !
    SYNC;
    from = to;
  }
  b[gid] = from[lid];`,
    { pragmas: ['local l = 2 * WG', 'input a[i] = i'] },
  ),
  verdictCase(
    'a pointer that walks over its own part',
    'right',
    `
  __local int *p = l + lid * 4;
  for (int i = 0; i < 4; i++) *p++ = a[gid] + i;
  SYNC;
  b[gid] = l[(lid * 4 + 5) % (4 * n)];`,
    { pragmas: ['local l = 4 * WG', 'input a[i] = 0', 'ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'a pointer that walks into the next part',
    'race-local',
    `
  __local int *p = l + lid * 4;
  for (int i = 0; i < 5; i++) *p++ = a[gid] + i; // !
  SYNC;
  b[gid] = l[lid * 4];`,
    { pragmas: ['local l = 4 * WG + 4', 'input a[i] = 0'] },
  ),
  verdictCase(
    'bytes of an integer',
    'race-local',
    `
  __local uchar *bytes = (__local uchar *)l;
  l[lid] = a[gid]; // !
  bytes[4 * ((lid + 1) % n) + 1] = 9; // !
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'bytes of its own integer',
    'right',
    `
  __local uchar *bytes = (__local uchar *)l;
  l[lid] = 0;
  bytes[4 * lid + 1] = 1;
  b[gid] = l[lid];`,
    { pragmas: ['ensures forall i: b[i] == 256'] },
  ),
  verdictCase(
    'bytes of their own each',
    'right',
    `
  __local uchar *bytes = (__local uchar *)l;
  bytes[lid] = a[gid];
  SYNC;
  b[gid] = bytes[n - 1 - lid];`,
    { pragmas: ['input a[i] = 7', 'ensures forall i: b[i] == 7'] },
  ),
  verdictCase(
    'members of a vector of their own each',
    'right',
    `
  __local int4 v[WG];
  v[lid].x = a[gid];
  v[lid].y = 1;
  SYNC;
  b[gid] = v[n - 1 - lid].x + v[(lid + 1) % n].y;`,
    { pragmas: ['input a[i] = 2', 'ensures forall i: b[i] == 3'] },
  ),
  verdictCase(
    'members of one vector by several',
    'right',
    `
  __local int4 v[1];
  if (lid == 0) v[0].x = 1;
  if (lid == 1) v[0].y = 2;
  if (lid == 2) v[0].z = 3;
  if (lid == 3) v[0].w = 4;
  SYNC;
  b[gid] = v[0].x + v[0].y + v[0].z + v[0].w;`,
    { pragmas: ['ensures forall i: b[i] == 10'] },
  ),
  verdictCase(
    'a member and the whole vector',
    'race-local',
    `
  __local int4 v[1];
  if (lid == 0) v[0] = (int4)(1); // !
  if (lid == 1) v[0].y = 2; // !
  SYNC;
  b[gid] = v[0].x;`,
  ),
  verdictCase(
    'a whole vector without a barrier',
    'race-local',
    `
  __local int4 v[WG];
  v[lid] = (int4)(a[gid], 0, 0, 0); // !
  int4 w = v[(lid + 1) % n]; // !
  b[gid] = w.x;`,
  ),
  verdictCase(
    'vstore4 beside each other',
    'right',
    `
  vstore4((int4)(a[gid]), lid, l);
  SYNC;
  b[gid] = l[4 * ((lid + 1) % n) + 3];`,
    { pragmas: ['local l = 4 * WG', 'input a[i] = 5', 'ensures forall i: b[i] == 5'] },
  ),
  verdictCase(
    'vstore4 over each other',
    'race-local',
    `
  vstore4((int4)(a[gid]), 0, l + lid); // !
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['local l = WG + 3', 'input a[i] = i'] },
  ),
  verdictCase(
    'members of a struct of their own each',
    'right',
    `
  __local struct pair p[WG];
  p[lid].first = a[gid];
  p[lid].second = 1;
  SYNC;
  b[gid] = p[n - 1 - lid].first + p[(lid + 1) % n].second;`,
    {
      before: 'struct pair { int first; int second; };',
      pragmas: ['input a[i] = 2', 'ensures forall i: b[i] == 3'],
    },
  ),
  verdictCase(
    'different members of one struct',
    'right',
    `
  __local struct pair p[WG];
  p[lid].first = a[gid];
  p[(lid + 1) % n].second = 1;
  SYNC;
  b[gid] = p[lid].first + p[lid].second;`,
    {
      before: 'struct pair { int first; int second; };',
      pragmas: ['input a[i] = 2', 'ensures forall i: b[i] == 3'],
    },
  ),
  verdictCase(
    'the same member of one struct',
    'race-local',
    `
  __local struct pair p[WG];
  p[lid].first = a[gid]; // !
  p[(lid + 1) % n].first = 1; // !
  SYNC;
  b[gid] = p[lid].first;`,
    { before: 'struct pair { int first; int second; };', pragmas: ['input a[i] = i + 2'] },
  ),
  verdictCase(
    'a struct with an array, by pointer',
    'race-local',
    `
  __local struct row r[WG];
  __local struct row *mine = &r[lid], *next = &r[(lid + 1) % n];
  mine->cells[0] = a[gid]; // !
  next->cells[0] += 1; // !
  SYNC;
  b[gid] = mine->cells[0];`,
    { before: 'struct row { int count; int cells[3]; };', pragmas: ['input a[i] = i'] },
  ),
  verdictCase(
    'a struct with an array, other cells',
    'right',
    `
  __local struct row r[WG];
  __local struct row *mine = &r[lid], *next = &r[(lid + 1) % n];
  mine->cells[0] = a[gid];
  next->cells[1] = 1;
  SYNC;
  b[gid] = mine->cells[0] + mine->cells[1];`,
    {
      before: 'struct row { int count; int cells[3]; };',
      pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 2'],
    },
  ),
  verdictCase(
    'addresses in front of the pointer',
    'race-local',
    `
  __local int *p = &l[lid + 1];
  p[-1] = a[gid]; // !
  if (lid + 1 < n) b[gid] = *p; // !`,
  ),
  verdictCase(
    'an index in front of its array',
    'race-local',
    `
  lid[l] = a[gid]; // !
  b[gid] = *(l + (lid + 1) % n); // !`,
  ),
  verdictCase(
    'addresses that data decide, one for each',
    'right',
    `
  l[a[gid]] = gid;
  SYNC;
  b[gid] = l[lid];`,
    {
      pragmas: [
        'input a[i] = (i + 1) % WG',
        'ensures forall i: b[i] == i - i % WG + (i % WG + WG - 1) % WG',
      ],
    },
  ),
  verdictCase(
    'addresses that data decide, two meet',
    'race-local',
    `
  l[lid] = 0;
  SYNC;
  l[a[gid]] = gid; // !
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i % WG / 2'] },
  ),
  verdictCase(
    'addresses that any data decide',
    'race-local',
    `
  l[a[gid]] = gid; // !`,
    { groups: 1, pragmas: ['input a[i] = any(0, 3)'] },
  ),
  verdictCase(
    'a permutation through local memory',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  b[gid] = l[(lid * 3 + 1) % n];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'a helper that writes where it is told',
    'race-local',
    `
  put(l, lid, a[gid]);
  put(l, (lid + 1) % n, 0);
  SYNC;
  b[gid] = l[lid];`,
    {
      before: 'void put(__local int *p, int i, int v) {\n  p[i] = v; // !\n}',
      pragmas: ['input a[i] = i + 1'],
    },
  ),
  verdictCase(
    'a ternary for the pointer',
    'race-local',
    `
  __local int *p = lid % 2 == 0 ? l : l + 1;
  p[lid] = a[gid]; // !
  SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['local l = WG + 4', 'input a[i] = i'] },
  ),
];
