import { expect, test } from 'vitest';
import type { Diagnostic } from '../base/diagnostic.ts';
import { toldOnce } from './told.ts';

const said = (code: string, start: number, changes: Partial<Diagnostic> = {}): Diagnostic => ({
  severity: 'error',
  code,
  span: { start, end: start + 4 },
  message: `${code} ${start}`,
  ...changes,
});
const clang = (start: number, severity: Diagnostic['severity'] = 'error'): Diagnostic =>
  said('clang', start, { severity, source: 'clang' });
const none = { read: [], ofRun: [], ofValues: [], ofCompiler: [] };

test('what comes of a missing bracket is not told again by the compiler', () => {
  const bracket = said('syntax', 10);
  const ofCompiler = [clang(10), clang(40), clang(90, 'warning')];
  expect(toldOnce({ ...none, read: [bracket], ofCompiler })).toEqual([bracket]);
});

test('an error at the same place is told once; others of the compiler stay', () => {
  const unknown = said('unknown-name', 10);
  const ofCompiler = [clang(10), clang(40), clang(11, 'warning')];
  expect(toldOnce({ ...none, read: [unknown], ofCompiler })).toEqual([
    unknown,
    clang(40),
    clang(11, 'warning'),
  ]);
});

test('the same words at the same place are told once, in the order of who says them', () => {
  const one = said('too-deep', 3);
  const other = said('never-ends', 5);
  expect(toldOnce({ ...none, read: [one], ofRun: [other], ofValues: [one, other] })).toEqual([
    one,
    other,
  ]);
});

test('a race that was run takes the place of one that was read', () => {
  const run = said('race-local', 7);
  expect(toldOnce({ ...none, read: [said('local-race', 7)], ofValues: [run] })).toEqual([run]);
});

test('what has no meaning is not said to have no value as well', () => {
  const unknown = said('unknown-call', 10);
  const ofValues = [said('values-unsupported', 10), said('values-unsupported', 30)];
  expect(toldOnce({ ...none, read: [unknown], ofValues })).toEqual([unknown, ofValues[1]]);
});
