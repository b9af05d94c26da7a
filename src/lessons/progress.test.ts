import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, NO_PROGRESS, noted, progressFile, readProgress } from './progress.ts';

const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,12}$/).filter((one) => one !== '__proto__');
const attempt = fc.record({ tries: fc.nat(9999), done: fc.boolean() });
const progress = fc
  .dictionary(name, fc.dictionary(name, attempt, { minKeys: 1, maxKeys: 4 }), { maxKeys: 6 })
  .map((lessons) => ({ version: 1 as const, lessons }));

test('a code and a file say what was done', () => {
  fc.assert(
    fc.property(progress, (done) => {
      expect(readProgress(codeOf(done))).toEqual(done);
      expect(readProgress(progressFile(done))).toEqual(done);
    }),
    { numRuns: 40 },
  );
});

test('a code with a slip in it is refused', () => {
  const code = codeOf({ version: 1, lessons: { items: { best: { tries: 2, done: true } } } });
  expect(code).toMatch(/^OT1 items:best=2 [0-9a-z]{3}$/);
  for (let at = 0; at < code.length; at += 1) {
    const other = code[at] === '3' ? '4' : '3';
    expect(readProgress(code.slice(0, at) + other + code.slice(at + 1))).toBeUndefined();
  }
  expect(readProgress('')).toBeUndefined();
  expect(readProgress('{"version":2,"lessons":{}}')).toBeUndefined();
});

test('tries are counted until the first right answer', () => {
  const wrong = noted(NO_PROGRESS, 'items', 'best', false);
  const right = noted(wrong, 'items', 'best', true);
  expect(right.lessons).toEqual({ items: { best: { tries: 2, done: true } } });
  expect(noted(right, 'items', 'best', false)).toBe(right);
});
