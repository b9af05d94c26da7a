import { verdictCase, type VerdictCase } from './verdict-case.ts';

const SUM = ['input a[i] = (i * 7 + 3) % 11', 'array b = size / WG'];

/** Reductions, scans, sorts and histograms: right, and with the mistakes that are made in them. */
export const REDUCTIONS: readonly VerdictCase[] = [
  verdictCase(
    'tree reduction',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    {
      pragmas: [
        ...SUM,
        'ensures forall g in 0..size / WG: b[g] == sum(i in g * WG..(g + 1) * WG: a[i])',
      ],
    },
  ),
  verdictCase(
    'tree reduction, no barrier before the loop',
    'race-local',
    `
  l[lid] = a[gid];
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s]; // !
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'tree reduction, no barrier in the loop',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = n / 2; s > 0; s >>= 1)
    if (lid < s) l[lid] += l[lid + s]; // !
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'tree reduction, a barrier in every second step',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  int step = 0;
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s]; // !
    if (step % 2 == 1) SYNC;
    step++;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'tree reduction, the barrier inside the branch',
    'divergence',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) {
      l[lid] += l[lid + s];
      SYNC; // !
    }
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'interleaved reduction with modulo',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = 1; s < n; s *= 2) {
    if (lid % (2 * s) == 0) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: [...SUM, 'ensures sum(b) == sum(a)'] },
  ),
  verdictCase(
    'interleaved reduction, half the stride',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = 1; s < n; s *= 2) {
    if (lid % s == 0 && lid + s < n) l[lid] += l[lid + s]; // !
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'strided reduction',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = 1; s < n; s <<= 1) {
    int i = 2 * s * lid;
    if (i < n) l[i] += l[i + s];
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: [...SUM, 'ensures sum(b) == sum(a)'] },
  ),
  verdictCase(
    'strided reduction, one too many',
    'bounds',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = 1; s <= n; s <<= 1) {
    int i = 2 * s * lid;
    if (i < n) l[i] += l[i + s]; // !
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'reduction of two elements each',
    'right',
    `
  int i = group * 2 * n + lid;
  l[lid] = a[i] + a[i + n];
  SYNC;
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    {
      pragmas: [
        'input a[i] = i % 5',
        'array a = 2 * size',
        'array b = size / WG',
        'ensures sum(b) == sum(a)',
      ],
    },
  ),
  verdictCase(
    'reduction that forgets the first addition',
    'result',
    `
  int i = group * 2 * n + lid;
  l[lid] = a[i];
  SYNC;
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    {
      pragmas: [
        'input a[i] = i % 5 + 1',
        'array a = 2 * size',
        'array b = size / WG',
        'ensures sum(b) == sum(a)',
      ],
    },
  ),
  verdictCase(
    'reduction that stops one step early',
    'result',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = n / 2; s > 1; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: ['input a[i] = i + 1', 'array b = size / WG', 'ensures sum(b) == sum(a)'] },
  ),
  verdictCase(
    'minimum of a group by its first item',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  if (lid == 0) {
    int least = l[0];
    for (int i = 1; i < n; i++) least = min(least, l[i]);
    b[group] = least;
  }`,
    { pragmas: [...SUM, 'ensures min(b) == min(a)'] },
  ),
  verdictCase(
    'minimum of a group, no barrier',
    'race-local',
    `
  l[lid] = a[gid]; // !
  if (lid == 0) {
    int least = l[0];
    for (int i = 1; i < n; i++) least = min(least, l[i]); // !
    b[group] = least;
  }`,
    { pragmas: SUM },
  ),
  verdictCase(
    'minimum that overlooks the last',
    'result',
    `
  l[lid] = a[gid];
  SYNC;
  if (lid == 0) {
    int least = l[0];
    for (int i = 1; i < n - 1; i++) least = min(least, l[i]);
    b[group] = least;
  }`,
    { pragmas: ['input a[i] = size - i', 'array b = size / WG', 'ensures min(b) == min(a)'] },
  ),
  verdictCase(
    'maximum without a place of its own',
    'race-local',
    `
  __local int most;
  if (lid == 0) most = 0;
  SYNC;
  if (a[gid] > most) most = a[gid]; // !
  SYNC;
  b[gid] = most;`,
    { pragmas: ['input a[i] = i + 1'] },
  ),
  verdictCase(
    'warp-synchronous end of a reduction',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = n / 2; s > 2; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid < 2) {
    l[lid] += l[lid + 2];
    l[lid] += l[lid + 1]; // !
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'warp-synchronous end, volatile',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int s = n / 2; s > 2; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    SYNC;
  }
  if (lid < 2) {
    volatile __local int *v = l;
    v[lid] += v[lid + 2];
    v[lid] += v[lid + 1]; // !
  }
  if (lid == 0) b[group] = l[0];`,
    { pragmas: SUM },
  ),
  verdictCase(
    'warp-synchronous scan',
    'race-local',
    `
  l[lid] = a[gid];
  for (int d = 1; d < n; d *= 2)
    if (lid >= d) l[lid] += l[lid - d]; // !
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'scan in two halves of local memory',
    'right',
    `
  int from = 0, to = 1;
  l[lid] = a[gid];
  SYNC;
  for (int d = 1; d < n; d <<= 1) {
    l[to * n + lid] = lid >= d ? l[from * n + lid] + l[from * n + lid - d] : l[from * n + lid];
    SYNC;
    to = 1 - to;
    from = 1 - from;
  }
  b[gid] = l[from * n + lid];`,
    {
      pragmas: [
        'local l = 2 * WG',
        'input a[i] = i % 4',
        'ensures forall i: b[i] == sum(j in i - i % WG..i + 1: a[j])',
      ],
    },
  ),
  verdictCase(
    'scan in two halves that are not swapped',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int d = 1; d < n; d <<= 1) {
    l[lid] = lid >= d ? l[lid] + l[lid - d] : l[lid]; // !
    SYNC;
  }
  b[gid] = l[lid];`,
    { pragmas: ['local l = 2 * WG'] },
  ),
  verdictCase(
    'scan in place with two barriers a step',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  for (int d = 1; d < n; d <<= 1) {
    int v = lid >= d ? l[lid - d] : 0;
    SYNC;
    l[lid] += v;
    SYNC;
  }
  b[gid] = l[lid];`,
    { pragmas: ['input a[i] = 1', 'ensures forall i: b[i] == i % WG + 1'] },
  ),
  verdictCase(
    'scan in place with one barrier a step',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int d = 1; d < n; d <<= 1) {
    int v = lid >= d ? l[lid - d] : 0; // !
    SYNC;
    l[lid] += v; // !
  }
  b[gid] = l[lid];`,
  ),
  verdictCase(
    'work-efficient scan',
    'right',
    `
  int o = 1;
  l[2 * lid] = a[2 * gid];
  l[2 * lid + 1] = a[2 * gid + 1];
  for (int d = n; d > 0; d >>= 1) {
    SYNC;
    if (lid < d) l[o * (2 * lid + 2) - 1] += l[o * (2 * lid + 1) - 1];
    o *= 2;
  }
  if (lid == 0) l[2 * n - 1] = 0;
  for (int d = 1; d < 2 * n; d *= 2) {
    o >>= 1;
    SYNC;
    if (lid < d) {
      int i = o * (2 * lid + 1) - 1, j = o * (2 * lid + 2) - 1;
      int t = l[i];
      l[i] = l[j];
      l[j] += t;
    }
  }
  SYNC;
  b[2 * gid] = l[2 * lid];
  b[2 * gid + 1] = l[2 * lid + 1];`,
    {
      pragmas: [
        'local l = 2 * WG',
        'array a = 2 * size',
        'array b = 2 * size',
        'input a[i] = 2',
        'ensures forall i: b[i] == i % (2 * WG) * 2',
      ],
    },
  ),
  verdictCase(
    'work-efficient scan, read too early',
    'race-local',
    `
  int o = 1;
  l[2 * lid] = a[2 * gid];
  l[2 * lid + 1] = a[2 * gid + 1];
  for (int d = n; d > 0; d >>= 1) {
    SYNC;
    if (lid < d) l[o * (2 * lid + 2) - 1] += l[o * (2 * lid + 1) - 1]; // !
    o *= 2;
  }
  b[2 * gid] = l[2 * lid]; // !
  b[2 * gid + 1] = l[2 * lid + 1]; // !`,
    { pragmas: ['local l = 2 * WG', 'array a = 2 * size', 'array b = 2 * size'] },
  ),
  verdictCase(
    'bitonic sort',
    'right',
    `
  l[lid] = a[gid];
  for (int len = 2; len <= n; len <<= 1)
    for (int s = len / 2; s > 0; s >>= 1) {
      SYNC;
      int other = lid ^ s;
      if (other > lid) {
        int p = l[lid], q = l[other];
        if (((lid & len) == 0) == (p > q)) {
          l[lid] = q;
          l[other] = p;
        }
      }
    }
  SYNC;
  b[gid] = l[lid];`,
    {
      groups: 1,
      pragmas: [
        'input a[i] = (i * 37 + 11) % 101',
        'ensures sorted(b)',
        'ensures sum(b) == sum(a)',
      ],
    },
  ),
  verdictCase(
    'bitonic sort, the wrong way',
    'result',
    `
  l[lid] = a[gid];
  for (int len = 2; len <= n; len <<= 1)
    for (int s = len / 2; s > 0; s >>= 1) {
      SYNC;
      int other = lid ^ s;
      if (other > lid) {
        int p = l[lid], q = l[other];
        if (((lid & len) == 0) == (p < q)) {
          l[lid] = q;
          l[other] = p;
        }
      }
    }
  SYNC;
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = (i * 37 + 11) % 101', 'ensures sorted(b)'] },
  ),
  verdictCase(
    'bitonic sort, the barrier outside the inner loop',
    'race-local',
    `
  l[lid] = a[gid];
  for (int len = 2; len <= n; len <<= 1) {
    SYNC;
    for (int s = len / 2; s > 0; s >>= 1) {
      int other = lid ^ s;
      if (other > lid) {
        int p = l[lid], q = l[other]; // !
        if (((lid & len) == 0) == (p > q)) {
          l[lid] = q; // !
          l[other] = p; // !
        }
      }
    }
  }
  SYNC;
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = (i * 37 + 11) % 101'] },
  ),
  verdictCase(
    'odd-even sort',
    'right',
    `
  l[lid] = a[gid];
  SYNC;
  for (int step = 0; step < n; step++) {
    int i = 2 * lid + step % 2;
    if (i + 1 < n && l[i] > l[i + 1]) {
      int t = l[i];
      l[i] = l[i + 1];
      l[i + 1] = t;
    }
    SYNC;
  }
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = size - i', 'ensures sorted(b)'] },
  ),
  verdictCase(
    'odd-even sort of all pairs at once',
    'race-local',
    `
  l[lid] = a[gid];
  SYNC;
  for (int step = 0; step < n; step++) {
    int i = lid;
    if (i + 1 < n && l[i] > l[i + 1]) { // !
      int t = l[i];
      l[i] = l[i + 1];
      l[i + 1] = t;
    }
    SYNC;
  }
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = size - i'] },
  ),
  verdictCase(
    'odd-even sort, one step too few',
    'result',
    `
  l[lid] = a[gid];
  SYNC;
  for (int step = 0; step < n - 1; step++) {
    int i = 2 * lid + (step + 1) % 2;
    if (i + 1 < n && l[i] > l[i + 1]) {
      int t = l[i];
      l[i] = l[i + 1];
      l[i + 1] = t;
    }
    SYNC;
  }
  b[gid] = l[lid];`,
    { groups: 1, pragmas: ['input a[i] = size - i', 'ensures sorted(b)'] },
  ),
  verdictCase(
    'histogram with local atomics',
    'right',
    `
  __local int bins[4];
  if (lid < 4) bins[lid] = 0;
  SYNC;
  atomic_inc(&bins[a[gid] & 3]);
  SYNC;
  if (lid < 4) atomic_add(&b[lid], bins[lid]);`,
    { pragmas: ['input a[i] = i * i', 'array b = 4', 'input b[i] = 0', 'ensures sum(b) == size'] },
  ),
  verdictCase(
    'histogram without atomics',
    'race-local',
    `
  __local int bins[4];
  if (lid < 4) bins[lid] = 0;
  SYNC;
  bins[a[gid] & 3] += 1; // !
  SYNC;
  if (lid < 4) atomic_add(&b[lid], bins[lid]);`,
    { pragmas: ['input a[i] = i / 2', 'array b = 4', 'input b[i] = 0'] },
  ),
  verdictCase(
    'histogram, cleared without a barrier',
    'race-local',
    `
  __local int bins[4];
  if (lid < 4) bins[lid] = 0; // !
  atomic_inc(&bins[a[gid] & 3]); // !
  SYNC;
  if (lid < 4) atomic_add(&b[lid], bins[lid]);`,
    { pragmas: ['input a[i] = 3 - i % 4', 'array b = 4', 'input b[i] = 0'] },
  ),
  verdictCase(
    'histogram never cleared',
    'uninitialised',
    `
  __local int bins[4];
  atomic_inc(&bins[a[gid] & 3]); // !
  SYNC;
  if (lid < 4) atomic_add(&b[lid], bins[lid]);`,
    { pragmas: ['input a[i] = i', 'array b = 4', 'input b[i] = 0'] },
  ),
  verdictCase(
    'histogram added to the result without atomics',
    'race-between-groups',
    `
  __local int bins[4];
  if (lid < 4) bins[lid] = 0;
  SYNC;
  atomic_inc(&bins[a[gid] & 3]);
  SYNC;
  if (lid < 4) b[lid] += bins[lid]; // !`,
    { pragmas: ['input a[i] = i', 'array b = 4', 'input b[i] = 0'] },
  ),
];
