import { describe, expect, test } from 'vitest';
import type { Fix } from '../../base/diagnostic.ts';
import { usualConstants } from '../../base/constants.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { checkByRunning } from './check.ts';
import type { RunVerdict } from './run-verdict.ts';
import { traceByRunning } from './trace-by-running.ts';
import { conditionsOf, statusOf } from '../finding.ts';

const PROGRAM = `#pragma tuner array o = size
#pragma tuner array in = size
__kernel void k(__global int *o, __global int *in, __global float *f, int n, uchar c) {
  int gid = get_global_id(0), lid = get_local_id(0);
  __local int l[256];
  BODY
}`;

const textOf = (body: string): string => PROGRAM.replace('BODY', body);
const constants = { ...usualConstants(), size: 8 };
const programOf = (text: string): ReturnType<typeof builtValues> =>
  builtValues(text, { size: 8, WG: 4 });
const said = (body: string): RunVerdict =>
  checkByRunning(programOf(textOf(body)), { text: textOf(body), constants });

describe('an input is found that takes a side', () => {
  test.each([
    ['of a product', 'if (in[gid] * 7 - 3 == 4197) o[gid + 99] = 1;', 600],
    ['of a square', 'if (in[gid] * in[gid] == 144) o[gid + 99] = 1;', undefined],
    ['of a remainder', 'if (in[gid] > 500 && in[gid] % 97 == 13) o[gid + 99] = 1;', undefined],
    ['through a variable', 'int v = in[gid] - 40; int w = v * 2; if (w == 60) o[99] = 1;', 70],
    ['through local memory', 'l[lid] = in[gid]; if (l[lid] == 777) o[99] = 1;', 777],
    ['below another', 'int v = in[gid]; if (v > 70) if (v < 73) o[99] = 1;', undefined],
  ])('%s', (_name, body, value) => {
    const { findings, sightings } = said(body);
    expect(findings.map(({ kind }) => kind)).toEqual(['bounds']);
    const chosen = sightings[0]?.trial.chosen?.map((each) => each.value) ?? [];
    if (value !== undefined) expect(chosen).toContain(value);
    expect(findings[0]?.message).toContain(' where ');
  });

  test.each([
    ['an index', 'bounds', 'o[in[gid] == 4711 ? 100 : gid] = 1;'],
    [
      'an index by both of two',
      'bounds',
      'int x = in[gid] > 99 && in[gid] < 102; o[gid + x * 9] = 1;',
    ],
    ['a divisor', 'result', 'int d = in[gid] == 4711 ? 0 : 2; o[gid] = gid / d;'],
    [
      'a step',
      'non-termination',
      'for (int i = 0; i < 4; i += in[gid] == 4711 ? 0 : 1) o[gid] = i;',
    ],
    ['an unwritten variable', 'uninitialised', 'int u; o[gid] = in[gid] == 4711 ? u : 3;'],
    [
      'an unwritten element',
      'uninitialised',
      'int p[2]; p[0] = 1; o[gid] = in[gid] == 4711 ? p[1] : p[0];',
    ],
    ['a pointer to nothing', 'bounds', '__global int *p = in[gid] == 4711 ? 0 : o; p[gid] = 1;'],
  ])('where a condition inside of a value chooses %s', (_name, kind, body) => {
    const { findings } = said(body);
    expect(findings.map((each) => [each.kind, each.assumed])).toEqual([[kind, undefined]]);
    const argument = said(body.replaceAll('in[gid]', 'n'));
    expect(statusOf(argument)).toBe('depends');
  });

  test('of a variable that another was set to before it changed', () => {
    const body =
      'int v = in[gid], x = v; v = in[gid ^ 1]; if (v >= 0 && v < 16) if (x == 4711) o[gid + 99] = 1;';
    expect(said(body).findings.map(({ kind }) => kind)).toEqual(['bounds']);
  });

  test.each([
    [
      'an element of a table, by its place',
      'int p[300]; for (int i = 0; i < 300; i++) p[i] = 0; p[277] = 1; int v = in[gid]; if (v >= 0 && v < 300) if (p[v] == 1) o[gid + 99] = 1;',
    ],
    [
      'an element of a table, by its loop',
      'int p[300]; for (int i = 0; i < 300; i++) p[i] = i == 277; int v = in[gid]; if (v >= 0 && v < 300) if (p[v] == 1) o[gid + 99] = 1;',
    ],
    [
      'rounds of a loop',
      'int c = 0; for (int i = 0; i < 5000; i += 50) if (i < in[gid]) c++; o[gid + (c >= 99)] = 1;',
    ],
    [
      'rounds that a small table gives',
      'int p[8] = {1, 2, 3, 4, 5, 6, 70, 8}; int s = 0; for (int i = 0; i < p[in[gid] & 7]; i++) s++; o[gid + (s > 60)] = 1;',
    ],
  ])('of %s', (_name, body) => {
    expect(said(body).findings.map(({ kind, assumed }) => [kind, assumed])).toEqual([
      ['bounds', undefined],
    ]);
  });

  test('that leaves a pointer NULL', () => {
    const { findings } = said('__global int *p = 0; if (in[gid] == 3) p = o; p[gid] = 1;');
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('follows a pointer to nothing (NULL): p[gid]'),
    ]);
    const near = said('__global int *p = o; if (n == 5) p = 0; p[in[gid] & 3] = 1;').findings;
    expect(near.map(({ message, assumed }) => [message, assumed?.words])).toEqual([
      [expect.stringContaining('nothing (NULL): p[in[gid] & 3]'), 'n is 5'],
    ]);
  });

  test('and a quotient of fractions is none', () => {
    const { findings } = said('f[gid] = 1.0f / f[gid]; if (in[gid] == 4711) o[gid + 99] = 1;');
    expect(findings[0]?.message).toMatch(/ where all elements of in are 4711\.$/);
  });

  test('and the fault does not rest on arguments that have no part in it', () => {
    const { findings } = said('if (n > 100) o[gid] = 2; if (in[gid] == 12345) o[gid + 99] = 1;');
    expect(findings.map(({ kind, assumed }) => [kind, assumed])).toEqual([['bounds', undefined]]);
    const [own] = said('if (n == 17) if (in[gid] == 12345) o[gid + 99] = 1;').findings;
    expect(own?.assumed?.words).toBe('n is 17');
  });

  test('and shown again', () => {
    const text = textOf('if (n == 17) o[gid + 99] = 1;');
    const trace = traceByRunning(programOf(text), 0, { text, constants });
    expect(trace?.wrong).toBeDefined();
  });
});

describe('where nothing is found or known, it is not checked', () => {
  test.each([
    ['a hash of contents', 'if (((in[gid] * 40503) ^ (in[gid] >> 7)) == 123456) o[gid + 99] = 1;'],
    ['a division by contents', 'o[gid] = 10 / (in[gid] - 4711);'],
    ['a divisor that one value changes', 'int a = 1; if (in[gid] == 4711) a = 0; o[gid] = 10 / a;'],
    [
      'an index that one value changes',
      'int at = gid; if (in[gid] == 4711) at += 99; o[at] = gid;',
    ],
    ['a place by steps of an argument', 'l[lid >> (n / 1000)] = lid; o[gid] = lid;'],
  ])('%s', (_name, body) => {
    expect(statusOf(said(body))).not.toBe('right');
  });
});

describe('an element that no input came to is a condition', () => {
  const load = 'int p[64]; for (int i = 0; i < COUNT; i++) p[i] = i;';
  test.each([
    ['outside', 'int p[63]; p[0] = 1; o[gid] = p[in[gid] & 63];', 'p[in[gid] & 63] is inside of p'],
    [
      'not written',
      `${load.replace('COUNT', '63')} o[gid] = p[in[gid] & 63];`,
      'p[in[gid] & 63] has been written',
    ],
    ['of an array as long as it needs', 'o[gid] = f[in[gid] & 63];', 'f has 64 elements'],
    [
      'not guarded',
      `${load.replace('COUNT', '64')} int v = in[gid]; if (v < 64) o[gid] = p[v];`,
      'p[v] is inside of p',
    ],
  ])('%s', (_name, body, condition) => {
    const verdict = said(body);
    expect([statusOf(verdict), ...conditionsOf(verdict)]).toContain(condition);
  });

  test.each([
    ['masked', `${load.replace('COUNT', '64')} o[gid] = p[in[gid] & 63];`],
    [
      'guarded',
      `${load.replace('COUNT', '64')} int v = in[gid]; if (v >= 0 && v < 64) o[gid] = p[v];`,
    ],
    [
      'guarded as unsigned',
      `${load.replace('COUNT', '64')} int v = in[gid]; if ((uint)v < 64u) o[gid] = p[v];`,
    ],
    ['written as far as it is read', 'int p[64]; p[0] = p[1] = 0; o[gid] = p[in[gid] & 1];'],
  ])('%s it is none', (_name, body) => {
    const verdict = said(body);
    expect(statusOf(verdict)).toBe('right');
    expect(conditionsOf(verdict)).toEqual([]);
  });
});

describe('what rests on something that nobody states depends on it', () => {
  test.each([
    ['an argument', 'if (n == 17) o[gid + 99] = 1;', 'n is 17', 'input n = 17', 'input n = size'],
    [
      'a length',
      'o[gid] = f[gid + 1];',
      'f has 8 elements',
      'array f = size',
      'array f = size + 1',
    ],
    [
      'a step of 0',
      'for (int i = gid; i < 8; i += n) o[i] = 0;',
      'n is 0',
      'input n = 0',
      undefined,
    ],
  ])('%s', (_name, body, words, so, otherwise) => {
    const verdict = said(body);
    expect(statusOf(verdict)).toBe('depends');
    const [assumed] = verdict.findings.flatMap((each) => each.assumed ?? []);
    expect(assumed?.words).toContain(words);
    const lines = (fixes: readonly Fix[] = []): string => fixes.map(({ line }) => line).join();
    expect(lines(assumed?.so)).toContain(so);
    if (otherwise !== undefined) expect(lines(assumed?.otherwise)).toContain(otherwise);

    // Said either way, nothing depends on it any more.
    const stated = (fixes: readonly Fix[] = []): string =>
      statusOf(checkStated(`${fixes.map(({ line }) => line).join('\n')}\n${textOf(body)}`));
    expect(stated(assumed?.so)).toBe('wrong');
    expect(stated(assumed?.otherwise)).toBe('right');
  });

  const checkStated = (text: string): RunVerdict =>
    checkByRunning(programOf(text), { text, constants });
});

describe('what cannot be is no doubt', () => {
  test.each([
    ['a bit that is masked away', 'if ((in[gid] & 6) == 8) o[gid + 99] = 1;'],
    ['more than a byte holds', 'if (c > 300) o[gid + 99] = 1;'],
    ['more than a remainder is', 'if (in[gid] % 8 > 20) o[gid + 99] = 1;'],
    ['a guarded index', 'int v = in[gid]; if (v >= 0 && v < 8) o[gid] = in[v];'],
    ['a guarded division', 'int v = in[gid]; o[gid] = v == 0 ? 0 : 10 / v;'],
  ])('%s', (_name, body) => {
    expect(statusOf(said(body))).toBe('right');
  });
});

test.each([
  ['by rows of its own', 'o[gid * w + i]', ['w is 8']],
  ['by columns of its own', 'o[i * size + gid]', []],
])('rows that an argument makes too short are a condition: %s', (_name, place, conditions) => {
  const text = `#pragma tuner array o = 64
__kernel void k(__global int *o, int w, int h) {
  int gid = get_global_id(0), size = get_global_size(0);
  for (int i = 0; i < h && i < 8; i++) if (gid < w) ${place} = gid;
}`;
  const verdict = checkByRunning(programOf(text), { text, constants });
  expect([statusOf(verdict), conditionsOf(verdict)]).toEqual(['right', conditions]);
});

test('rounds of tiles with barriers are gone for an argument that is divided twice', () => {
  const body = `int tiles = n / 4 / (int)get_local_size(0);
  for (int i = 0; i < tiles; i++) {
    l[lid] = in[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[gid] = l[3 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }`;
  expect(statusOf(said(body))).toBe('right');
  expect(statusOf(said(body.replace('o[gid] =', 'o[gid + 4] =')))).toBe('depends');
});

describe('a condition on an argument behind one on contents', () => {
  test.each([
    'if (in[gid] > n && n > 1000) o[gid + 1000] = 1;',
    'if (in[gid] > n) if (n > 1000) o[gid + 1000] = 1;',
    'if (in[gid] <= n) return; if (n > 1000) o[gid + 1000] = 1;',
    'int x = in[gid] > n; if (x && n > 1000) o[gid + 1000] = 1;',
    'if (in[gid] == n && n == 45) o[gid ^ 1] = gid;',
    'if (in[0] > n && n > 1000) o[0] = gid;',
    'if (in[gid] > n && n > 1000) __assert(0);',
  ])('is not forgotten: %s', (body) => {
    expect(statusOf(said(body))).not.toBe('right');
  });

  test.each([
    'if (in[gid] > n && n > 5) o[gid] = 1;',
    'if (in[gid] == 4711 && n > 1000) o[gid] = 1;',
    'if (in[gid] == 4711) { if (n > 1000) o[gid] = 1; else o[gid] = 2; }',
  ])('is looked at where no input leads there: %s', (body) => {
    expect(statusOf(said(body))).toBe('right');
  });
});
