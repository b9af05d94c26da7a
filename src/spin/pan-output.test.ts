import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  hasOutOfMemory,
  parsePanReport,
  parseProblem,
  parseProgress,
  type PanReport,
} from './pan-output.ts';

// Fixtures: standard output of SPIN 6.5.2's verifiers as WebAssembly.
const lines = (name: string): string[] =>
  readFileSync(new URL(`fixtures/pan-${name}.txt`, import.meta.url), 'utf8').split('\n');

function report(name: string): PanReport {
  const parsed = parsePanReport(lines(name));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.report;
}

describe('the report of a search', () => {
  it('that was exhausted', () => {
    expect(report('exhausted')).toMatchObject({
      search: 'full',
      completed: true,
      depthTruncated: false,
      exhaustive: true,
      errors: 0,
      states: 15,
      statesMatched: 0,
      transitions: 15,
      atomicSteps: 3,
      depth: 23,
      memoryMB: 64.501,
      problems: [],
      trails: [],
    });
  });

  it('that found an error, and stopped', () => {
    expect(report('assertion')).toMatchObject({
      completed: false,
      exhaustive: false,
      errors: 1,
      trails: ['model.pml.trail'],
      problems: [{ kind: 'assertion', message: 'assertion violated (n==0)', depth: 63 }],
    });
    expect(report('deadlock').problems).toEqual([
      { kind: 'invalid-end-state', message: 'invalid end state', depth: 3 },
    ]);
    expect(report('cycle')).toMatchObject({ problems: [{ kind: 'acceptance-cycle' }] });
    expect(report('no-progress').problems).toMatchObject([{ kind: 'non-progress-cycle' }]);
    expect(report('claim')).toMatchObject({ problems: [{ kind: 'claim' }] });
  });

  it('that went on after errors', () => {
    expect(report('improve')).toMatchObject({ completed: true, exhaustive: true, errors: 1 });
  });

  it('that was cut off at the depth limit proves nothing', () => {
    const truncated = report('truncated');
    expect(truncated).toMatchObject({ completed: true, depthTruncated: true, errors: 0 });
    expect(truncated.exhaustive).toBe(false);
    expect(report('shortest')).toMatchObject({ depthTruncated: true, exhaustive: false });
  });

  it('that may have missed states proves nothing', () => {
    expect(report('bitstate')).toMatchObject({ search: 'bitstate', exhaustive: false });
    expect(report('hash-compact')).toMatchObject({ search: 'hash-compact', exhaustive: false });
  });

  it('that ran out of memory', () => {
    for (const name of ['out-of-memory', 'memory-limit']) {
      const { outOfMemory, completed, exhaustive, states } = report(name);
      expect({ outOfMemory, completed, exhaustive }).toEqual({
        outOfMemory: true,
        completed: false,
        exhaustive: false,
      });
      expect(states).toBeGreaterThan(600_000);
    }
    expect(hasOutOfMemory(lines('exhausted'))).toBe(false);
  });
});

describe('what cannot be read', () => {
  it('is an error with the raw text', () => {
    expect(parsePanReport(lines('usage'))).toMatchObject({
      ok: false,
      reason: 'there is no report',
    });
    expect(parsePanReport([])).toMatchObject({ ok: false });
    expect(parsePanReport(['error: no trail', 'bye'])).toMatchObject({
      tail: ['error: no trail', 'bye'],
    });
  });

  it('is so wherever the text ends too early, and where numbers do not fit together', () => {
    const whole = lines('exhausted');
    const end = whole.findIndex((line) => line.includes('total actual memory usage'));
    for (let n = 0; n < end; n += 1) expect(parsePanReport(whole.slice(0, n)).ok).toBe(false);
    const wrong = (from: RegExp, to: string) =>
      parsePanReport(whole.map((line) => line.replace(from, to)));
    expect(wrong(/15 states, stored/, '16 states, stored').ok).toBe(false);
    expect(wrong(/15 states, stored/, 'nan states, stored').ok).toBe(false);
    expect(wrong(/Version 6.5.2/, 'Version 6.6.0').ok).toBe(false);
  });

  it('does not take rounded counts for exact ones', () => {
    const rounded = lines('exhausted').map((line) =>
      line.replace(/ +15 states, stored/, '1.2345679e+08 states, stored'),
    );
    const parsed = parsePanReport(rounded);
    expect(parsed.ok && parsed.report).toMatchObject({ states: 123_456_790 });
  });
});

describe('single lines', () => {
  it('of progress', () => {
    const line =
      'Depth=     169 States=    1e+06 Transitions=  3.8e+06 Memory=    67.242\tt=      0.5 R=   2e+06';
    expect(parseProgress(line)).toEqual({
      depth: 169,
      states: 1_000_000,
      transitions: 3_800_000,
      memoryMB: 67.242,
    });
    expect(parseProgress('Depth= x')).toBeUndefined();
    expect(parseProgress(line.replace('1e+06', 'nan'))).toBeUndefined();
  });

  it('of errors', () => {
    expect(parseProblem('pan:3: assertion violated (f(x) (at depth 1)) (at depth 22)')).toEqual({
      kind: 'assertion',
      message: 'assertion violated (f(x) (at depth 1))',
      depth: 22,
    });
    expect(parseProblem('pan: wrote model.pml.trail')).toBeUndefined();
  });
});
