import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** The verdict on a kernel of 16 elements, with arguments that nobody states. */
function said(body: string): readonly [status: string, assumed: string | undefined] {
  const text = `#pragma tuner array o = 16
#pragma tuner local_size 4
#pragma tuner items 16
__kernel void k(__global int *o, int n, int m) {
  __local int t[4];
  int l = get_local_id(0), g = get_global_id(0);
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), verdict.findings[0]?.assumed?.words];
}

describe('what an argument decides by its size', () => {
  test.each([
    ['what a variable holds', 'int x; if (n > 20) x = 1; o[g] = x;'],
    ['one of several', 'int x; if (n >= 20 && m > 1000) x = 1; o[g] = x;'],
    ['whether it is 0', 'int x; if (n == 0) x = 1; o[g] = x;'],
    ['what local memory holds', 'if (n > 20) t[l] = 1; o[g] = t[l];'],
    ['what private memory holds', 'int u[2]; if (20 < n) u[0] = u[1] = 1; o[g] = u[g & 1];'],
    ['a condition', 'int x; if (n > 20) x = 1; if (x > 3) o[g] = 1;'],
    ['a divisor', 'int d = 0; if (n > 20) d = 1; o[g] = 10 / d;'],
    ['an index', 'int d = 100; if (n >= 20) d = 0; o[g + d] = 1;'],
    ['who meets whom', 'int d = 0; if (n > 20) d = l; t[d] = l; o[g] = t[d];'],
    ['whether a loop ends', 'while (n < 20) {} o[g] = 1;'],
    ['by how much a loop steps', 'int s = 0, d = n > 20; for (; s < 9; s += d) {} o[g] = s;'],
    ['who uses of an array of the group', 't[l] = l; SYNC; if (l < n) o[g] = t[l + 1];'],
    [
      'the same as a loop counts down',
      'for (int j = n; j > 0; j--) { t[l] = l; SYNC; if (l < j) o[g] = t[l + 1]; SYNC; }',
    ],
    ['whether an index is there at all', 'if (n < 20) o[g + 1] = 1;'],
    ['whether anybody meets another', 'o[g] = 0; if (n < 20 && m > 3) o[0] = l;'],
    ['by 0 steps', 'int s = 0; for (; s < 9; s += n) {} o[g] = s;'],
  ])('depends on it: %s', (_name, body) => {
    const [status, assumed] = said(body);
    expect(status).toBe('depends');
    expect(assumed).toMatch(/^[nm] is \d+/);
  });

  test.each([
    ['who comes there at all', 'int x; if (g < n && l > 0) x = 1; o[g] = x;'],
    ['who meets none that is there', 't[l] = l; SYNC; if (l < n) o[g] = t[l + 4];'],
    ['nothing of it', 'int x; if (n > 20 && g > 0) x = 1; o[g] = x;'],
    ['no end either', 'int s = 0; for (; s < 9; s += n > 20) s -= n > 20; o[g] = s;'],
    ['how often it is done', 'for (int i = 0; i < n; i++) o[g + 16] = 1;'],
    ['contents', 'int x; if (o[g] > 2) x = 1; o[g] = x;'],
  ])('is wrong where it decides %s', (_name, body) => {
    expect(said(body)[0]).toBe('wrong');
  });

  test('is not said to go away with what it was seen for', () => {
    const text = `#pragma tuner array o = 16
#pragma tuner local_size 4
#pragma tuner items 16
__kernel void k(__global int *o, int n) { o[get_global_id(0) + 16 - 9 * (n > 1000000)] = 1; }`;
    const verdict = checkByRunning(builtValues(text, {}), { text });
    expect(statusOf(verdict)).toBe('depends');
    const [assumed] = verdict.findings.map((one) => one.assumed);
    expect(assumed).toMatchObject({ words: 'n is 4, or another that leads there', otherwise: [] });
  });

  test('is said to go away with what avoids it', () => {
    const text = `__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *o, int n) {
  __local int t[4];
  if (n == 0) return;
  int d = 0;
  if (n > 5) d = get_local_id(0) / 2;
  t[d] = get_local_id(0);
}`;
    const { findings } = checkByRunning(builtValues(text, {}), { text });
    const lines = findings.flatMap(({ assumed }) => assumed?.otherwise ?? []);
    expect(lines.map(({ line }) => line)).toEqual(['#pragma tuner input n = 0']);
  });

  test.each([
    ['another race', 'if (n < 20) o[g / 2] = g; else o[g / 4] = g;'],
    ['a place outside', 'if (n < 20) o[g + 1] = 1; if (n >= 20) o[g + 1] = 2;'],
    ['a place outside, and not to the race', 'if (n < 20) o[g / 2] = g; else o[g + 1] = 1;'],
  ])('is wrong where what avoids it leads to %s', (_name, body) => {
    expect(said(body)[0]).toBe('wrong');
  });

  const CALM = 'else if (n < 100)';
  test.each([
    ['races', `if (n < 20) o[g / 2] = g; ${CALM} o[g / 4] = g; else o[g] = g;`, [16, 100]],
    ['places', `if (n < 20) o[g + 1] = 1; ${CALM} o[g + 2] = 1; else o[g] = 1;`, [16, 100]],
  ])('avoids all faults with what it names, not one by another: %s', (_name, body, [own, way]) => {
    const text = `#pragma tuner array o = 16
#pragma tuner local_size 4
#pragma tuner items 16
__kernel void k(__global int *o, int n) { int g = get_global_id(0); ${body} }`;
    const verdict = checkByRunning(builtValues(text, {}), { text });
    expect(statusOf(verdict)).toBe('depends');
    const lines = verdict.findings.map(({ assumed }) => [
      ...(assumed?.so ?? []),
      ...(assumed?.otherwise ?? []),
    ]);
    expect(lines.map((some) => some.map(({ line }) => line.replace(/.*= /, '')))).toEqual([
      [`${own}`, `${way}`],
      ['20'],
    ]);
  });

  test.each([
    ['two that have a fault each', 'if (n < 20) o[g + 1] = 1; if (m < 20) o[g + 2] = 1;'],
    ['another as well', 'if (n < 20) o[g + 1] = 1; else if (m < 20) o[g + 2] = 1; else o[g] = 1;'],
    ['a length between', 'for (int i = l; i < m; i += 4) t[i] = i; SYNC; o[g] = t[l];'],
  ])('depends on %s', (_name, body) => {
    expect(said(body)[0]).toBe('depends');
  });

  test('is right where both are asked alike', () => {
    expect(said('int x; if (g < n) x = 1; if (g < n) o[g] = x;')[0]).toBe('right');
  });
});
