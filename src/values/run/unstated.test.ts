import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Findings on a kernel with arguments `m` and `p`, and contents, that nobody states. */
function said(
  body: string,
  before = '',
): {
  status: string;
  kinds: string[];
  open: string[];
  conditions: readonly string[];
  assumed: string[];
} {
  const text = `#pragma tuner param WG = {4}
#pragma tuner local t = WG
${before}
__kernel void k(__global int *a, __global int *b, __constant int *c, __local int *t, int m, int p) {
  int l = get_local_id(0), g = get_global_id(0), w = get_group_id(0);
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  return {
    status: statusOf(verdict),
    kinds: [...new Set(verdict.findings.map(({ kind }) => kind))],
    conditions: conditionsOf(verdict),
    assumed: [...new Set(verdict.findings.flatMap(({ assumed }) => assumed?.words ?? []))],
    open: verdict.notChecked.map(({ what, why }) => `${what}: ${why}`),
  };
}

const EXCHANGE = 't[l] = g; SYNC; b[g] = t[(l + 1) % WG];';

test('elements that only some contents lead to count for the length that is taken', () => {
  const counts = `__local int u[64]; for (int i = l; i < 64; i += 4) u[i] = 0; SYNC;
atomic_inc(&u[a[g] & 63]); SYNC; for (int i = l; i < 64; i += 4) if (u[i]) atomic_add(&b[i], u[i]);`;
  expect(said(counts)).toMatchObject({ status: 'right', conditions: ['b has 64 elements'] });
});

test('an array that is too short for some contents is wrong', () => {
  const counts = `__local int u[64]; for (int i = l; i < 64; i += 4) u[i] = 0; SYNC;
atomic_inc(&u[a[g] & 63]); SYNC; for (int i = l; i < 64; i += 4) if (u[i]) atomic_add(&b[i], u[i]);`;
  expect(said(counts, '#pragma tuner array b = 63').status).toBe('wrong');
  expect(said(counts, '#pragma tuner array b = 64').status).toBe('right');
});

describe('a condition on memory at a place that contents decide', () => {
  const WRONG = '#pragma tuner array b = 16';
  test.each([
    ['written there', 'int u[8] = {0}; u[a[g] & 7] = 1; if (u[6]) b[g + 100] = 1;', ['bounds']],
    ['read there', 'int u[64] = {0}; u[47] = 1; if (u[a[g] & 63]) b[g + 100] = 1;', ['bounds']],
  ])('%s is not decided by what was tried', (_, body, kinds) => {
    const { status, kinds: seen } = said(body, WRONG);
    expect([seen, status]).toEqual([kinds, 'wrong']);
  });
});

test('ways that leave one place written, whichever is taken, leave nothing unwritten', () => {
  const body = `float e = a[g] / 3.0f; if (e < -2e9f) t[l] = 0; else if (e > 2e9f) t[l] = 1; else t[l] = 2;
SYNC; b[g] = t[l];`;
  expect(said(body)).toMatchObject({ status: 'right', open: [] });
  expect(said(body.replace('else t[l] = 2;', '')).status).not.toBe('right');
});

describe('conditions that all items of a group decide alike', () => {
  test.each([
    ['an argument', `if (m) { ${EXCHANGE} }`],
    ['two arguments', `if (m > 3 || p < 2) { ${EXCHANGE} }`],
    ['rounds', `for (int i = 0; i < m; i++) { ${EXCHANGE} SYNC; }`],
    ['an argument that is counted down', `while (m > 0) { ${EXCHANGE} SYNC; m -= 1; }`],
    ['a row of constants', `for (int i = 0; i < c[0]; i++) { ${EXCHANGE} SYNC; }`],
    ['one element for a group', `int f = a[w]; if (f > 3) { ${EXCHANGE} }`],
    ['a copy of the argument', `int v[2]; v[0] = m; v[1] = 1; if (v[0] > v[1]) { ${EXCHANGE} }`],
    [
      'what one item has put into local memory',
      `__local int go; if (l == 0) go = a[w]; SYNC; if (go > 3) { ${EXCHANGE} }`,
    ],
  ])('%s: right, for the inputs that were run', (_name, body) => {
    const { status, kinds, open } = said(body);
    expect(kinds).toEqual([]);
    expect(status).toBe('right');
    expect(open.filter((each) => each.startsWith('other inputs: '))).not.toEqual([]);
  });

  test.each([
    ['strides up to an argument', 'for (int i = g; i < m; i += 16) b[i] = a[i];', 'right'],
    ['an argument moves all by as much', 'b[g + m] = g;', 'right'],
    ['a partner', 'b[g] = a[g ^ m];', 'right'],
    ['contents, moved by an argument', 'b[a[g] + m] = g;', 'not-checked'],
  ])('an element that depends on an argument: %s', (_name, body, status) => {
    expect(said(body, '#pragma tuner array b = 16')).toMatchObject({ status, kinds: [] });
  });

  // Where both are as large, at most one item passes, and races with nobody.
  test.each([
    ['from one to the other', 'if (g < m || g >= p) return; b[0] = g;'],
    ['a sum', 'if (g + m < p) b[0] = g;'],
    ['a difference', 'if (g < m - p) b[0] = g;'],
    ['a product', 'if (g * m < p) b[0] = g;'],
    ['two guards', 'if (g >= m && g < p) b[0] = g;'],
  ])('a race behind a guard that compares two arguments: %s', (_name, body) => {
    expect(said(body)).toMatchObject({ status: 'depends' });
  });

  test.each([
    [
      'an argument that may bring all to one',
      'b[g * m] = g;',
      16,
      ['b[g * m] is inside of b', 'm keeps work-items apart'],
    ],
    ['a width that may be too small', 'b[l * m + w] = g;', 64, ['m is 16']],
  ])('right if an argument is: %s', (_name, body, length, conditions) => {
    const answer = said(body, `#pragma tuner array b = ${length}`);
    expect(answer).toMatchObject({ status: 'right', kinds: [], conditions });
  });

  test.each([
    ['two that meet', 'b[(g >> 1) + m] = g;'],
    ['a neighbour, moved by an argument', 'b[g + m] = b[g + m + 1];'],
  ])('wrong for every argument: %s', (_name, body) => {
    const { status, kinds } = said(body, '#pragma tuner array b = 16');
    expect(status).toBe('wrong');
    expect(kinds).not.toEqual([]);
  });

  test('a race at the value that is taken first depends on it', () => {
    expect(said('b[g / m] = g;')).toMatchObject({ status: 'depends', assumed: ['m is 16'] });
  });

  test('what an argument parts depends on it', () => {
    expect(said('if (atomic_inc(&a[w]) < m) SYNC;')).toMatchObject({
      status: 'depends',
      kinds: ['divergence'],
    });
  });

  test('the values that were run are named', () => {
    expect(said(`if (m) { ${EXCHANGE} }`).open[0]).toContain(
      "arguments of 0, 1, 2, the work-group's and the launch's number of work-items",
    );
  });

  test.each([
    ['no barrier in a branch', 'if (m) { t[l] = g; b[g] = t[(l + 1) % WG]; }', 'race-local'],
    ['a barrier too few', 't[l] = g; if (m) SYNC; b[g] = t[(l + 1) % WG];', 'race-local'],
    ['the last round and the next', `for (int i = 0; i < m; i++) { ${EXCHANGE} }`, 'race-local'],
    [
      'one argument is large and the other small',
      't[l] = g; if (m < 3 || p > 3) SYNC; b[g] = t[(l + 1) % WG];',
      'race-local',
    ],
    ['a barrier where an element of its own says so', 'if (a[g] > 4) SYNC;', 'divergence'],
    [
      'a value that a condition names',
      't[l] = g; if (m != 100) SYNC; b[g] = t[(l + 1) % WG];',
      'race-local',
    ],
    ['a barrier for some', `if (m > 0 && l < 2) SYNC;`, 'divergence'],
    ['a stride too short', 'for (int i = g; i < m; i += 15) b[i] = g;', 'race-between-groups'],
  ])('%s: wrong', (_name, body, kind) => {
    expect(said(body).kinds).toContain(kind);
  });

  test.each([
    ['items that differ', 'if (l < m - 4) SYNC;'],
    ['items that differ by what they have', 'int v = l; if (w) v = 2 * l; if (v + 4 < m) SYNC;'],
    [
      'items that differ in private memory',
      'int v[2]; v[l & 1] = l; v[~l & 1] = 0; if (v[1] + 4 < m) SYNC;',
    ],
    ['items that took other ways', 'int v = 0; if (l > 2) v = 3; if (v + 4 < m) SYNC;'],
    [
      'items that went round more often',
      'int v = 0; for (int i = 0; i < l; i++) v++; if (v + 4 < m) SYNC;',
    ],
  ])('%s: not checked', (_name, body) => {
    expect(said(body)).toMatchObject({ status: 'not-checked', kinds: [] });
  });
});

describe('functions without a body', () => {
  const FUNCTION =
    'int f(int x); float2 pair(float x, int y); void note(int x); int at(__global int *p);';
  test.each([
    ['a value', 'b[g] = f(g) + convert_int(pair(1.0f, g).y);'],
    ['a condition', 'if (f(g) > 2) b[g] = 1;'],
    ['nothing', 'note(g); b[g] = 1;'],
  ])('%s that nobody knows', (_name, body) => {
    expect(said(body, FUNCTION)).toMatchObject({ status: 'right', kinds: [] });
  });

  test('what is not known is said', () => {
    expect(said('b[g] = f(1);', FUNCTION).open).toEqual([
      'values of f: What f returns is not known: it has no body here. It is taken to return anything, and to touch no memory.',
    ]);
  });

  test.each([
    ['a place', 'b[f(g)] = g;'],
    ['a barrier', 'if (f(1)) SYNC;'],
  ])('%s that nobody knows is not checked', (_name, body) => {
    expect(said(body, FUNCTION)).toMatchObject({ status: 'not-checked', kinds: [] });
  });

  test('races of what is returned are found', () => {
    expect(said('t[l] = f(g); b[g] = t[(l + 1) % WG];', FUNCTION).kinds).toEqual(['race-local']);
  });

  test('one that takes a pointer may do anything', () => {
    expect(() => said('b[g] = at(a);', FUNCTION)).toThrow(/What at computes is not known/);
  });
});

test('an input that takes far longer than the others is left, and that is said', () => {
  const { status, open } = said('for (int i = 0; i < a[0]; i++) { t[l] = i; SYNC; }');
  expect(status).toBe('right');
  expect(open.some((each) => each.includes('far longer than the first'))).toBe(true);
});

test('a guard that lets the bound itself through leaves open whether that is an element', () => {
  const said = (guard: string, lines = ''): string => {
    const text = `${lines}__kernel void k(__global float *a, int n) { int g = get_global_id(0); if (${guard}) a[g] = 1; }`;
    return statusOf(checkByRunning(builtValues(text, { WG: 4 }), { text }));
  };
  expect(said('g < n')).toBe('right');
  expect(said('g <= n')).toBe('not-checked');
  expect(said('g <= n', '#pragma tuner array a = 17\n')).toBe('right');
});

describe('a length that nobody states is as long as the text needs', () => {
  const judged = (text: string): [string, readonly string[]] => {
    const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
    return [statusOf(verdict), conditionsOf(verdict)];
  };

  test.each([
    ['float', '__global float *d = (__global float *)(p + y * step + x * 4); d[0] = d[0] + 1;'],
    ['uchar4', '__global uchar4 *d = (__global uchar4 *)(p + y * step + x * 4); *d = *d + *d;'],
  ])('rows in bytes, of %s', (_type, body) => {
    const text = `#pragma tuner items 8, 8
#pragma tuner local_size 4, 1
__kernel void k(__global uchar *p, int step) { int x = get_global_id(0), y = get_global_id(1); ${body} }`;
    const [status, conditions] = judged(text);
    expect([status, conditions]).toEqual(['right', expect.arrayContaining(['step is 128'])]);
  });

  test('one offset more than rows', () => {
    const text = (use: string): string =>
      `__kernel void k(__global int *rows, __global int *o) { int g = get_global_id(0), s = 0; ${use} o[g] = s; }`;
    const [status, conditions] = judged(
      text('for (int j = rows[g]; j < rows[g + 1] && j < 4; j++) s += 1;'),
    );
    expect([status, conditions]).toEqual(['right', ['rows has 17 elements']]);
    expect(judged(text('s = rows[g] + rows[g + 1];'))[0]).toBe('depends');
  });
});

test('rows that a literal names leave open how high a group is', () => {
  const text = `__kernel void k(__global float *o, __local float *t) {
  int x = get_local_id(0), y = get_local_id(1);
  t[y * 16 + x] = x; barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(1) * get_global_size(0) + get_global_id(0)] = t[y * 16 + 15 - x];
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  expect([statusOf(verdict), conditionsOf(verdict)]).toEqual([
    'right',
    ['work-groups are of 16 x 16'],
  ]);
});

test('a group that is tried as a square alone may be none', () => {
  const text = `__kernel void k(__global float *o, __local float *t) {
  int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0);
  t[y * w + x] = x; barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(1) * get_global_size(0) + get_global_id(0)] = t[x * w + y];
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  expect([statusOf(verdict), conditionsOf(verdict)]).toEqual([
    'right',
    ['work-groups are as high as they are wide'],
  ]);
});

test('more rounds than were seen may lead outside', () => {
  const text = (rounds: string): string =>
    `#pragma tuner array in = 8
__kernel void k(__global int *o, __global const uchar *in) {
  int t[256];
  for (int j = 0; j < 256; j++) t[j] = 0;
  for (int j = 0; j < ${rounds}; j++) t[j] += j;
  o[get_global_id(0)] = t[3];
}`;
  const conditions = (rounds: string): readonly string[] =>
    conditionsOf(checkByRunning(builtValues(text(rounds), { WG: 4 }), { text: text(rounds) }));
  expect(conditions('in[0]')).not.toContain('t[j] is inside of t');
  expect(conditions('in[0] + 2')).toContain('t[j] is inside of t');
});

test('a condition behind others is taken with the other arguments as they first were', () => {
  const text = `__kernel void k(int p, int q, int step, int from, __global int *a, int m, int n, int to,
    __global int *b, int c) {
  int y = get_global_id(1), x = get_global_id(0);
  if (y < n && x < m) {
    int v = 0;
    if (y < q && x < p) v = a[y * step + x + from];
    b[y * to + x] = c * v;
  }
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 2 }), { text });
  expect(statusOf(verdict)).toBe('right');
});

test('local memory of the host that an argument bounds is as long as that', () => {
  const text = `__kernel void k(__global int *a, __global int *b, __local int *c, int m) {
  if (get_local_id(0) == 0) for (int i = 0; i < m; i++) c[i] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < m; i++) b[get_global_id(0)] += c[i];
}`;
  const verdict = checkByRunning(builtValues(text), { text });
  expect([statusOf(verdict), conditionsOf(verdict)]).toEqual(['right', ['c has 16 elements']]);
});

describe('rounds of a loop that an argument bounds', () => {
  test.each([
    ['of private memory', 'int u[5]; for (int i = 0; i < m; i++) u[i] = a[g]; b[g] = u[0];'],
    ['of local memory', 'for (int i = l; i < m; i += WG) t[i] = a[i]; SYNC; b[g] = t[l];'],
    [
      'that nobody has written',
      `__local int u[16]; u[l] = g; SYNC; int s = 0;
for (int i = 0; i < m; i++) s += u[i]; b[g] = s;`,
    ],
  ])('lead outside of memory or to what is empty, %s, if it is as was taken', (_name, body) => {
    const { status, assumed } = said(body);
    expect([status, assumed[0]]).toEqual(['depends', 'm is 16']);
  });

  test('and for all others too: that is wrong', () => {
    const body = 'int u[5]; for (int i = 0; i < m; i++) u[i + 5] = a[g]; b[g] = u[0];';
    expect(said(body).status).toBe('wrong');
  });
});

describe('cases of an argument that leave a variable unwritten', () => {
  test.each([
    ['of a switch', 'int v; switch (m) { case 30: v = a[g]; break; case 31: v = 1; } b[g] = v;'],
    ['one after the other', 'int v; if (m == 0) v = 7; else if (m == 1) v = a[g]; b[g] = v;'],
  ])('are wrong if it is another, %s', (_name, body) => {
    expect(said(body)).toMatchObject({ status: 'depends', kinds: ['uninitialised'] });
  });

  test('and are wrong where all others leave it too', () => {
    const body = 'if (g >= p) return; int v; if (l < 3) v = m == 1 ? a[g] : 0; b[g] = v;';
    expect(said(body).status).toBe('wrong');
  });
});

describe('rounds of a loop that contents bound', () => {
  const fill = '__local int u[4]; u[l] = g; SYNC; int s = 0;';
  test.each(['u[i]', 'u[l + i]'])('lead outside of memory for some: %s', (read) => {
    expect(said(`${fill} for (int i = 0; i < a[g]; i++) s += ${read}; b[g] = s;`)).toMatchObject({
      status: 'right',
      conditions: [`${read} is inside of u`],
    });
  });

  test.each(['u[i + 4]', 'u[l + 1]'])('and for all others too, or not by them: %s', (read) => {
    const body = `${fill} for (int i = 0; i < a[g]; i++) s += ${read}; b[g] = s;`;
    expect(said(body).status).toBe('wrong');
  });
});

test('a run that is left before its end keeps no work-items apart', () => {
  const text = `__kernel void k(__global int *o, __global int *b, int n) {
  int g = get_global_id(0), s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)
    for (int l = 0; l < n; l++) for (int m = 0; m < n; m++) s += i ^ m;
  b[g] = s;
  o[n + g / 2] = g;
}`;
  expect(statusOf(checkByRunning(builtValues(text, { WG: 4, size: 4 }), { text }))).toBe('wrong');
});

test('an input that takes too long to be run to its end gives arrays no length', () => {
  const text = `__kernel void k(__global float *o, __global float *v, __global int *rows, int n) {
  int g = get_global_id(0);
  float s = 0;
  if (g < n) { for (int i = 0; i < rows[g]; i++) s += v[i * n + g]; o[g] = s; }
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 2, size: 2 }), { text });
  expect(statusOf(verdict)).toBe('right');
  expect(conditionsOf(verdict)).toContain('v[i * n + g] is inside of v');
  expect(Math.max(...verdict.layout.bytes)).toBeLessThan(2 ** 10);
});

describe('places of contents behind a condition on contents', () => {
  test('are met where an input leads two there', () => {
    expect(said('if (a[g] > 0) b[c[g]] = g;')).toMatchObject({
      status: 'depends',
      assumed: ['contents of c bring two work-items to one element'],
    });
  });

  test('are not met by sides that are only looked at', () => {
    expect(
      said('if (a[g] > 2) b[g + (a[g] & 1)] = g;', '#pragma tuner input a[i] = i & 1'),
    ).toMatchObject({ kinds: [] });
  });
});
