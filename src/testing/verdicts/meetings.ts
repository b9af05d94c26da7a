import { verdictCase, type VerdictCase } from './verdict-case.ts';

/** Barriers that not everybody reaches, fences of the wrong kind, helpers with barriers, and copies by the
 * group. */
export const MEETINGS: readonly VerdictCase[] = [
  verdictCase(
    'a barrier for half of the items',
    'divergence',
    `
  l[lid] = a[gid];
  if (lid < n / 2) SYNC; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a barrier for everybody, in a branch',
    'right',
    `
  l[lid] = a[gid];
  if (n > 2) SYNC;
  b[gid] = l[n - 1 - lid];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'a barrier in both branches',
    'divergence',
    `
  if (lid % 2 == 0) {
    l[lid] = a[gid];
    SYNC; // !
  } else {
    l[lid] = 0;
    SYNC; // !
  }
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a barrier in both branches, by group',
    'right',
    `
  if (group % 2 == 0) {
    l[lid] = a[gid];
    SYNC;
  } else {
    l[lid] = 0;
    SYNC;
  }
  b[gid] = l[n - 1 - lid];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == (i / WG % 2 == 0 ? 1 : 0)'] },
  ),
  verdictCase(
    'a barrier in a loop as long as the id',
    'divergence',
    `
  l[lid] = a[gid];
  for (int i = 0; i < lid; i++) SYNC; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a barrier in a loop as long as the id of the group',
    'right',
    `
  l[lid] = a[gid];
  for (int i = 0; i <= group; i++) SYNC;
  b[gid] = l[n - 1 - lid];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'an early return before a barrier',
    'divergence',
    `
  if (lid == n - 1) return;
  l[lid] = a[gid];
  SYNC; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'an early return of whole groups',
    'right',
    `
  if (group == 1) return;
  l[lid] = a[gid];
  SYNC;
  b[gid] = l[n - 1 - lid];`,
    { pragmas: ['input a[i] = 2', 'ensures forall i in 0..WG: b[i] == 2'] },
  ),
  verdictCase(
    'an early return by the bounds of the data',
    'divergence',
    `
  if (gid >= get_global_size(0) - 2) return;
  l[lid] = a[gid];
  SYNC; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a barrier where the data say so',
    'divergence',
    `
  l[lid] = a[gid];
  if (a[gid] > 0) SYNC; // !
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = i % 3'] },
  ),
  verdictCase(
    'a barrier where the same datum says so for all',
    'right',
    `
  l[lid] = a[gid];
  if (a[0] > 0) SYNC;
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 1'] },
  ),
  verdictCase(
    'a loop that a break leaves early',
    'divergence',
    `
  l[lid] = a[gid];
  for (int i = 0; i < 4; i++) {
    if (i == lid) break;
    SYNC; // !
  }
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a loop that continue shortens',
    'divergence',
    `
  l[lid] = a[gid];
  for (int i = 0; i < 4; i++) {
    if (i == lid && lid < 2) continue;
    SYNC; // !
  }
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a switch with a barrier in a case',
    'divergence',
    `
  switch (lid & 1) {
    case 0:
      l[lid] = a[gid];
      SYNC; // !
      break;
    default:
      l[lid] = 0;
  }
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a switch by the group',
    'right',
    `
  l[lid] = a[gid];
  switch (group & 1) {
    case 0:
      SYNC;
      b[gid] = l[n - 1 - lid];
      break;
    default:
      b[gid] = l[lid];
  }`,
    { pragmas: ['input a[i] = 5', 'ensures forall i: b[i] == 5'] },
  ),
  verdictCase(
    'do while with a barrier',
    'right',
    `
  int i = 0;
  l[lid] = a[gid];
  do {
    SYNC;
    int t = l[(lid + 1) % n];
    SYNC;
    l[lid] = t;
    i++;
  } while (i < 3);
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = 6', 'ensures forall i: b[i] == 6'] },
  ),
  verdictCase(
    'do while as often as the id says',
    'divergence',
    `
  int i = 0;
  l[lid] = a[gid];
  do {
    SYNC; // !
    i++;
  } while (i < lid);
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'nested loops with barriers',
    'right',
    `
  l[lid] = a[gid];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      SYNC;
      int t = l[(lid + j + 1) % n];
      SYNC;
      l[lid] = t;
    }
  }
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = 6', 'ensures forall i: b[i] == 6'] },
  ),
  verdictCase(
    'nested loops, the inner as long as the id',
    'divergence',
    `
  l[lid] = a[gid];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < lid % 2 + 1; j++) SYNC; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'a helper with a barrier',
    'right',
    `
  l[lid] = a[gid];
  share(l);
  b[gid] = l[n - 1 - lid];`,
    {
      before: 'void share(__local int *p) {\n  p[get_local_id(0)] += 1;\n  SYNC;\n}',
      pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == 2'],
    },
  ),
  verdictCase(
    'a helper with a barrier before the write',
    'race-local',
    `
  l[lid] = a[gid];
  share(l);
  b[gid] = l[n - 1 - lid]; // !`,
    { before: 'void share(__local int *p) {\n  SYNC;\n  p[get_local_id(0)] += 1; // !\n}' },
  ),
  verdictCase(
    'a helper with a barrier, called by half',
    'divergence',
    `
  l[lid] = a[gid];
  if (lid < n / 2) share(l); // !
  b[gid] = l[lid];`,
    { before: 'void share(__local int *p) {\n  p[get_local_id(0)] += 1;\n  SYNC; // !\n}' },
  ),
  verdictCase(
    'a helper with a barrier, called at two places',
    'divergence',
    `
  l[lid] = a[gid];
  if (lid < n / 2) share(l); // !
  else share(l); // !
  b[gid] = l[lid];`,
    { before: 'void share(__local int *p) {\n  p[get_local_id(0)] += 1;\n  SYNC; // !\n}' },
  ),
  verdictCase(
    'barrier(0) orders nothing',
    'race-local',
    `
  l[lid] = a[gid]; // !
  barrier(0);
  b[gid] = l[n - 1 - lid]; // !`,
  ),
  verdictCase(
    'a global fence for local memory',
    'race-local',
    `
  l[lid] = a[gid]; // !
  SYNC_GLOBAL;
  b[gid] = l[n - 1 - lid]; // !`,
  ),
  verdictCase(
    'a local fence for global memory',
    'race-global',
    `
  b[gid] = a[gid]; // !
  SYNC;
  int t = b[group * n + n - 1 - lid]; // !
  l[lid] = t;`,
  ),
  verdictCase(
    'a global fence for global memory',
    'right',
    `
  b[gid] = a[gid];
  SYNC_GLOBAL;
  int t = b[group * n + n - 1 - lid];
  SYNC_GLOBAL;
  b[gid] = t;`,
    { pragmas: ['input a[i] = i % WG', 'ensures forall i: b[i] == WG - 1 - i % WG'] },
  ),
  verdictCase(
    'both fences',
    'right',
    `
  l[lid] = a[gid];
  b[gid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  int t = l[n - 1 - lid] + b[group * n + n - 1 - lid];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  b[gid] = t;`,
    { pragmas: ['input a[i] = 2', 'ensures forall i: b[i] == 4'] },
  ),
  verdictCase(
    'mem_fence is no barrier',
    'race-local',
    `
  l[lid] = a[gid]; // !
  mem_fence(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[n - 1 - lid]; // !`,
  ),
  verdictCase(
    'a copy by the group that is waited for',
    'right',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  wait_group_events(1, &e);
  b[gid] = l[n - 1 - lid];`,
    { pragmas: ['input a[i] = i % WG', 'ensures forall i: b[i] == WG - 1 - i % WG'] },
  ),
  verdictCase(
    'a copy by the group without a wait',
    'race-local',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0); // !
  b[gid] = l[n - 1 - lid]; // !`,
  ),
  verdictCase(
    'a copy by the group, a barrier instead of a wait',
    'race-local',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0); // !
  SYNC;
  b[gid] = l[n - 1 - lid]; // !
  wait_group_events(1, &e);`,
  ),
  verdictCase(
    'a copy back without a barrier',
    'race-local',
    `
  l[lid] = a[gid]; // !
  event_t e = async_work_group_copy(b + group * n, l, n, 0); // !
  wait_group_events(1, &e);`,
  ),
  verdictCase(
    'a copy back after a barrier',
    'right',
    `
  l[lid] = a[gid] * 2;
  SYNC;
  event_t e = async_work_group_copy(b + group * n, l, n, 0);
  wait_group_events(1, &e);`,
    { pragmas: ['input a[i] = i', 'ensures forall i: b[i] == 2 * i'] },
  ),
  verdictCase(
    'a copy into what is still read',
    'race-local',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  wait_group_events(1, &e);
  int t = l[n - 1 - lid]; // !
  e = async_work_group_copy(l, b + group * n, n, 0); // !
  wait_group_events(1, &e);
  b[gid] = t;`,
  ),
  verdictCase(
    'two copies that overlap',
    'race-local',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0); // !
  event_t f = async_work_group_copy(l + 1, a + group * n, n - 1, 0); // !
  wait_group_events(1, &e);
  wait_group_events(1, &f);
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'two copies beside each other with one event',
    'right',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  e = async_work_group_copy(l + n, a + group * n, n, e);
  wait_group_events(1, &e);
  b[gid] = l[n - 1 - lid] + l[n + lid];`,
    { pragmas: ['local l = 2 * WG', 'input a[i] = 3', 'ensures forall i: b[i] == 6'] },
  ),
  verdictCase(
    'a copy by half of the group',
    'divergence',
    `
  if (lid < n / 2) {
    event_t e = async_work_group_copy(l, a + group * n, n, 0); // !
    wait_group_events(1, &e); // !
  }
  b[gid] = 0;`,
  ),
  verdictCase(
    'a wait by half of the group',
    'divergence',
    `
  event_t e = async_work_group_copy(l, a + group * n, n, 0);
  if (lid < n / 2) wait_group_events(1, &e); // !
  b[gid] = 0;`,
  ),
  verdictCase(
    'a copy that is longer than its target',
    'bounds',
    `
  event_t e = async_work_group_copy(l, a, n + 1, 0); // !
  wait_group_events(1, &e);
  b[gid] = l[lid];`,
  ),
];
