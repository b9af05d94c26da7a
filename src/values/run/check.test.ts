import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const PRAGMAS = '#pragma tuner param WG = {2, 4, 8, 64}';

/** Findings on a kernel's text: each kind with the text at its place. */
function said(
  text: string,
  values: Readonly<Record<string, number>> = { WG: 4 },
): {
  readonly findings: readonly string[];
  readonly messages: readonly string[];
  readonly hints: readonly (string | undefined)[];
  readonly status: string;
} & Pick<ReturnType<typeof checkByRunning>, 'notChecked' | 'remarks' | 'inputs'> {
  const source = `${PRAGMAS}\n${text}`;
  const verdict = checkByRunning(builtValues(source, values), { text: source });
  return {
    findings: verdict.findings.map(
      ({ kind, span }) => `${kind}: ${source.slice(span.start, span.end)}`,
    ),
    messages: verdict.findings.map(({ message }) => message),
    hints: verdict.findings.map(({ hint }) => hint),
    status: statusOf(verdict),
    notChecked: verdict.notChecked,
    remarks: verdict.remarks,
    inputs: verdict.inputs,
  };
}

const local = (body: string): string => `#pragma tuner local t = WG
__kernel void k(__global int *a, __local int *t) {
  int l = get_local_id(0), g = get_global_id(0);
  ${body}
}`;

const kernel = (body: string): string => `__kernel void k(__global int *a, __global int *b, int n) {
  int l = get_local_id(0), g = get_global_id(0), w = get_group_id(0);
  ${body}
}`;

const BARRIER = 'barrier(CLK_LOCAL_MEM_FENCE);';
const GLOBAL_BARRIER = 'barrier(CLK_GLOBAL_MEM_FENCE);';

describe('kernels without a fault', () => {
  test.each([
    ['each its own', kernel('a[g] = b[g] + 1;')],
    ['an exchange with a barrier', local(`t[l] = g; ${BARRIER} a[g] = t[(l + 1) % WG];`)],
    [
      'both flags',
      local(
        `t[l] = g; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); a[g] = t[(l + 1) % WG];`,
      ),
    ],
    [
      'a tree of a reduction',
      local(`t[l] = a[g]; for (int s = WG / 2; s > 0; s /= 2) { ${BARRIER} if (l < s) t[l] += t[l + s]; }
        ${BARRIER} if (l == 0) a[get_group_id(0)] = 1;`).replace(
        'a[get_group_id(0)] = 1',
        'a[g] = t[0]',
      ),
    ],
    ['an unknown condition', kernel('if (b[g] > 0) a[g] = 1;')],
    ['an unknown bound', kernel('if (g < n) a[g] = b[g];')],
    [
      'a sum over unknown rows',
      kernel('int s = 0; for (int i = 0; i < b[0]; i++) s += i; a[g] = s;'),
    ],
    ['atomics whose results nobody uses', kernel('atomic_add(&a[b[g] & 3], 1);')],
    [
      'a group writes together and reads after a barrier',
      kernel(`a[g] = g; ${GLOBAL_BARRIER} b[g] = a[w * WG + (l + 1) % WG];`),
    ],
    ['a private array', kernel('int p[4]; for (int i = 0; i < 4; i++) p[i] = i; a[g] = p[l & 3];')],
    [
      'a lane that nobody sets is passed on',
      kernel('int4 v; v.x = g; v.y = l; int4 u = v; a[g] = u.x + u.y;'),
    ],
  ])('%s', (_name, text) => {
    expect(said(text)).toMatchObject({ findings: [], status: 'right' });
  });
});

test.each([
  ['released and acquired', 'release', 'acquire', '', []],
  ['acquired alone', 'relaxed', 'acquire', '', ['race-local: t[0]']],
  ['released alone', 'release', 'relaxed', '', ['race-local: t[0]']],
  ['released before it is written', 'release', 'acquire', 't[1] = l;', ['race-local: t[1]']],
])('a flag may pass what is %s', (_name, release, acquire, later, found) => {
  const text = kernel(`__local int t[4]; __local atomic_int flag;
    if (l == 0) atomic_init(&flag, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) { t[0] = g; atomic_store_explicit(&flag, 1, memory_order_${release}); ${later} }
    else if (l == 1 && atomic_load_explicit(&flag, memory_order_${acquire})) a[w] = t[${later ? 1 : 0}];`);
  expect(said(text).findings).toEqual(found);
});

describe('faults', () => {
  test.each([
    ['no barrier', local('t[l] = g; a[g] = t[(l + 1) % WG];'), ['race-local: t[(l + 1) % WG]']],
    [
      'barrier(0)',
      local('t[l] = g; barrier(0); a[g] = t[(l + 1) % WG];'),
      ['race-local: t[(l + 1) % WG]'],
    ],
    [
      'the wrong flag',
      local(`t[l] = g; ${GLOBAL_BARRIER} a[g] = t[(l + 1) % WG];`),
      ['race-local: t[(l + 1) % WG]'],
    ],
    [
      'a fence is no barrier',
      local('t[l] = g; mem_fence(CLK_LOCAL_MEM_FENCE); a[g] = t[(l + 1) % WG];'),
      ['race-local: t[(l + 1) % WG]'],
    ],
    ['all write one place', kernel('a[w * WG] = l;'), ['race-global: a[w * WG]']],
    ['groups write one place', kernel('if (l == 0) a[0] = w;'), ['race-between-groups: a[0]']],
    [
      'groups read what others write',
      kernel('a[g] = 1; b[g] = a[(g + WG) % 16];'),
      ['race-between-groups: a[(g + WG) % 16]'],
    ],
    [
      'an update that is not atomic',
      kernel('a[0] += 1;'),
      ['race-global: a[0]', 'race-between-groups: a[0]'],
    ],
    [
      'an atomic against a plain read',
      kernel('atomic_inc(&a[w]); b[g] = a[w];'),
      ['race-global: a[w]'],
    ],
    [
      'bytes of one word',
      `__kernel void k(__global int *a) { int g = get_global_id(0);
      ((__global char *)a)[4 * g + 4] = 1; a[g] = 77; }`,
      ['race-global', 'race-between-groups', 'bounds'],
    ],
    [
      'one element too far',
      `#pragma tuner array a = size\n${kernel('a[g + 1] = 0;')}`,
      ['bounds: a[g + 1]'],
    ],
    ['below the beginning', kernel('b[g] = a[g - 1];'), ['bounds: a[g - 1]']],
    [
      'below the beginning of an unsigned index',
      kernel('b[g] = a[get_local_id(0) - 1];'),
      ['bounds: a[get_local_id(0) - 1]'],
    ],
    ['beyond a local array', local('t[l] = 1; a[g] = t[l + WG];'), ['bounds: t[l + WG]']],
    [
      'a private array too short',
      kernel('int p[4]; for (int i = 0; i <= 4; i++) p[i] = i; a[g] = p[0];'),
      ['bounds: p[i]'],
    ],
    ['nobody wrote it', local('a[g] = t[l];'), ['uninitialised: t[l]']],
    [
      'half of it is written',
      local(`if (l < 2) t[l] = 1; ${BARRIER} a[g] = t[l];`),
      ['uninitialised: t[l]'],
    ],
    [
      'a sum that begins nowhere',
      kernel('int s; for (int i = 0; i < 2; i++) s += i; a[g] = s;'),
      ['uninitialised: a[g]'],
    ],
    [
      'a variable that some items give a value',
      kernel('int s; if (l == 0) s = 1; a[g] = s;'),
      ['uninitialised: a[g]'],
    ],
    [
      'a private array that nobody fills',
      kernel('int p[4]; a[g] = p[l % 4];'),
      ['uninitialised: a[g]'],
    ],
    ['a condition on nothing', kernel('int s; if (s > 0) a[g] = 1;'), ['uninitialised: s > 0']],
    ['a loop without an end', kernel('int i = 0; while (1) { i = i + 1; }'), ['non-termination']],
    [
      'a loop that goes round',
      kernel('int i = 1; while (i != 0) { i = (i * 3) % 7; b[g] += i; }'),
      ['non-termination: i != 0'],
    ],
    [
      'waiting for nobody',
      local(`t[l] = 0; ${BARRIER} while (t[0] == 0); a[g] = 1;`),
      ['non-termination: t[0] == 0'],
    ],
    [
      'some do not come',
      local(`if (l < 2) { ${BARRIER} } a[g] = 1;`),
      ['divergence: barrier(CLK_LOCAL_MEM_FENCE)'],
    ],
    [
      'two barriers',
      local(`if (l < 2) { ${BARRIER} } else { ${BARRIER} } a[g] = 1;`),
      ['divergence: barrier(CLK_LOCAL_MEM_FENCE)'],
    ],
    [
      'trips that differ',
      local(`for (int i = 0; i < l; i++) { ${BARRIER} } a[g] = 1;`),
      ['divergence: barrier(CLK_LOCAL_MEM_FENCE)'],
    ],
    ['a division by zero', kernel('a[g] = 8 / (l - 1);'), ['result']],
  ])('%s', (_name, text, expected) => {
    const { findings, status } = said(text);
    expect(status).toBe('wrong');
    for (const each of expected)
      expect(findings.some((finding) => finding.startsWith(each))).toBe(true);
    expect(new Set(findings.map((finding) => finding.split(':')[0]))).toEqual(
      new Set(expected.map((finding) => finding.split(':')[0])),
    );
  });
});

describe('asynchronous copies', () => {
  const copying = (body: string): string => `#pragma tuner local t = WG
__kernel void k(__global int *a, __global int *b, __local int *t) {
  int l = get_local_id(0), g = get_global_id(0), w = get_group_id(0);
  ${body}
}`;
  const COPY = 'event_t e = async_work_group_copy(t, a + w * WG, WG, 0);';
  const WAIT = 'wait_group_events(1, &e);';
  test.each([
    ['as it should be', `${COPY} ${WAIT} b[g] = t[l];`, []],
    ['read before the wait', `${COPY} b[g] = t[l]; ${WAIT}`, ['race-local']],
    ['no wait', COPY, ['race-local']],
    [
      'written before in the same interval',
      `t[l] = 1; ${COPY} ${WAIT} b[g] = t[l];`,
      ['race-local'],
    ],
    ['written before, and a barrier', `t[l] = 1; ${BARRIER} ${COPY} ${WAIT} b[g] = t[l];`, []],
    [
      'two copies to one place',
      `${COPY} event_t f = async_work_group_copy(t, b + w * WG, WG, 0); ${WAIT} wait_group_events(1, &f);`,
      ['race-local'],
    ],
    ['only some call', `if (l < 2) { ${COPY} ${WAIT} }`, ['divergence']],
    [
      'different arguments',
      'event_t e = async_work_group_copy(t, a + l, 1, 0); wait_group_events(1, &e);',
      ['divergence'],
    ],
  ])('%s', (_name, body, kinds) => {
    const { findings } = said(copying(body));
    expect(findings.map((finding) => finding.split(':')[0])).toEqual(kinds);
  });
});

describe('what is no finding', () => {
  test('the same value written by all is a remark', () => {
    const { findings, remarks } = said(kernel('a[0] = 5;'));
    expect(findings).toEqual([]);
    expect(remarks.map(({ kind }) => kind)).toContain('same-value');
  });

  test.each(['int v = a[0]; a[0] = v;', 'a[0] = 5; int v = a[0]; a[0] = 5; b[g] = v;'])(
    'but a read beside it is a race: %s',
    (body) => {
      const { findings } = said(kernel(body));
      expect(findings.map((finding) => finding.split(':')[0])).toContain('race-global');
    },
  );

  const ADD_BY_EXCHANGE = `do { assumed = old; old = atomic_cmpxchg(b, assumed, assumed + 2); } while (assumed != old);`;

  test.each([
    ['in a variable', `int old = b[0], assumed; ${ADD_BY_EXCHANGE} a[g] = 1;`],
    [
      'in a union',
      `union { uint i; float f; } old, next;
       do { old.f = *(__global float *)b; next.f = old.f + 1; }
       while (atomic_cmpxchg((volatile __global uint *)b, old.i, next.i) != old.i); a[g] = 1;`,
    ],
  ])('a plain read that a compare-exchange checks is a remark: %s', (_name, body) => {
    const { findings, remarks } = said(kernel(body));
    expect(findings).toEqual([]);
    expect(remarks.map(({ kind }) => kind)).toContain('checked-guess');
  });

  test.each([
    ['is kept', `int old = b[0], assumed; a[g] = old; ${ADD_BY_EXCHANGE}`],
    ['decides', `int old = b[0], assumed; if (old > 3) a[g] = 1; ${ADD_BY_EXCHANGE}`],
    ['is of another place', `int old = a[0], assumed; ${ADD_BY_EXCHANGE} a[0] = 1;`],
    ['is written beside', `int old = b[0], assumed; ${ADD_BY_EXCHANGE} b[0] = g;`],
  ])('a plain read of it that %s is a race', (_name, body) => {
    const { findings } = said(kernel(body));
    expect(findings.some((finding) => finding.startsWith('race-'))).toBe(true);
  });

  test('a read beside a write of the same value is a race all the same', () => {
    const { findings } = said(kernel('a[0] = 5; b[g] = a[0];'));
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.every((finding) => finding.startsWith('race-'))).toBe(true);
  });

  test('a race within a warp is named so', () => {
    const { findings, messages, remarks } = said(
      local(`t[l] = g; ${BARRIER} if (l < 16) { t[l] += t[l + 16]; t[l] += t[l + 8]; } a[g] = 0;`),
      { WG: 64, size: 64 },
    );
    expect(findings.every((finding) => finding.startsWith('race-local'))).toBe(true);
    expect(messages.some((message) => message.includes('relies on lockstep'))).toBe(true);
    // What is wrong is no remark too.
    expect(remarks).toEqual([]);
  });

  test('a change that is lost is to be atomic; no barrier and no lockstep mends it', () => {
    const { messages, hints } = said(kernel('a[0] += g;'));
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.some((message) => message.includes('lockstep'))).toBe(false);
    expect(hints.every((hint) => hint?.includes('atomic'))).toBe(true);
  });

  test('an array of unknown length is as long as it is used, and that is told', () => {
    const { findings, notChecked, status } = said(kernel('a[2 * g] = 1; a[2 * g + 1] = 2;'));
    expect(findings).toEqual([]);
    expect(status).toBe('right');
    expect(notChecked.map(({ hint }) => hint)).toEqual([
      'State its length: #pragma tuner array a = 32',
    ]);
  });

  test('places that unknown contents decide may be one, which depends on them', () => {
    const { findings, status, notChecked } = said(kernel('a[b[g] & 15] = g;'));
    expect(findings[0]).toMatch(/^race/);
    expect(status).toBe('depends');
    expect(notChecked.map(({ what }) => what)).toContain('races');
  });

  test('an update at places that unknown contents decide is a race for some', () => {
    expect(said(kernel('a[b[g] & 15] += 1;')).findings[0]).toMatch(/^race/);
  });

  test('stated contents decide', () => {
    const text = kernel('a[b[g]] = g;');
    expect(said(`#pragma tuner input b[i] = 15 - i\n${text}`)).toMatchObject({ status: 'right' });
    expect(said(`#pragma tuner input b[i] = i / 2\n${text}`)).toMatchObject({ status: 'wrong' });
  });
});

describe('results', () => {
  const sum = (update: string): string => `#pragma tuner input b[i] = any(0, 1)
#pragma tuner array b = 4
#pragma tuner array a = 1
#pragma tuner input a[i] = 0
#pragma tuner ensures a[0] == sum(b)
#pragma tuner items 4
__kernel void k(__global int *a, __global const int *b) { int g = get_global_id(0); ${update} }`;

  test('all inputs of a range are tried', () => {
    expect(said(sum('atomic_add(a, b[g]);'))).toMatchObject({
      status: 'right',
      inputs: { tried: 16, of: 16 },
    });
  });

  test('a wrong one is found', () => {
    const { findings } = said(sum('atomic_max(a, b[g]);'));
    expect(findings.map((finding) => finding.split(':')[0])).toEqual(['result']);
  });

  test('waiting for others on an atomic comes to its end', () => {
    const text = `#pragma tuner array a = 1
#pragma tuner input a[i] = 0
#pragma tuner items 4
__kernel void k(__global int *a, __global int *b) {
  int g = get_global_id(0);
  while (atomic_add(&a[0], 0) != g);
  b[0] = g;
  atomic_inc(&a[0]);
}`;
    const { findings, status } = said(text);
    expect(findings.map((finding) => finding.split(':')[0])).toEqual(['race-global']);
    expect(status).toBe('wrong');
  });
});

test('arrays that are too large to be watched are not checked, and that is said', () => {
  const { status, notChecked } = said(`#pragma tuner array a = 268435456\n${kernel('a[g] = 1;')}`);
  expect(status).toBe('not-checked');
  expect(notChecked[0]?.why).toMatch(/memory/);
});

test('a long run ends when its time is up, in the middle of an input', () => {
  const text = `${PRAGMAS}\n${kernel('for (int i = 0; i < 1000000000; i++) a[g] += i;')}`;
  let looks = 0;
  const { steps, notChecked } = checkByRunning(builtValues(text, { WG: 4 }), {
    text,
    isOutOfTime: () => (looks += 1) > 2,
  });
  expect(steps).toBeLessThan(5e6);
  expect(notChecked.map(({ why }) => why)).toContain('The time limit was reached after 0 inputs.');
});

test('a side that is looked at takes few steps', () => {
  const text = `#pragma tuner param WG = {64}
#pragma tuner input c[i] = 0
__kernel void k(__global int *a, __global int *b, __global int *c) {
  int g = get_global_id(0);
  if (a[g] > 0) b[atomic_inc(c)] = g;
}`;
  const { steps, findings } = checkByRunning(builtValues(text, { WG: 64, size: 256 }), { text });
  expect(findings).toEqual([]);
  expect(steps).toBeLessThan(1e6);
});
