import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loopDepth } from './loop-depth.ts';
import { RUNS } from '../../testing/amounts.ts';

/** Nested loops among statements, each in one of several spellings. */
const nest = (ways: readonly string[]): string =>
  ways.reduceRight(
    (body, way, at) => way.replace('BODY', body).replaceAll('I', `i${at}`),
    'r += a[g];',
  );

const WAYS = [
  'for (int I = 0; I < n; I++) { BODY }',
  'for (int I = 0; I < n; I++) BODY',
  'for (int I = 0; I < n; I++) if (I > 2) { r = 0; BODY } else { r = 1; }',
  'while (f(I, n)) { int x = I; BODY x++; }',
  'do { BODY } while (I < n);',
];

it('counts loops inside of each other, however they are written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...WAYS), { maxLength: 9 }), {
        minLength: 1,
        maxLength: 4,
      }),
      (nests) => {
        const text = `__kernel void k() { ${nests.map(nest).join('\n  if (r) { r = 2; }\n  ')} }`;
        // The `while` that ends a `do` looks like another loop.
        const deepest = Math.max(...nests.map((ways) => ways.length));
        expect(loopDepth(text)).toBeGreaterThanOrEqual(deepest);
        expect(loopDepth(text)).toBeLessThanOrEqual(deepest + 1);
      },
    ),
    { numRuns: 100 * RUNS },
  );
});

it('finds its way in any text', () => {
  expect(loopDepth('')).toBe(0);
  expect(loopDepth('}}} ))) ;;; for (;;) { while (1) {')).toBe(2);
  expect(loopDepth('int before; int fortune; dont(); whiled = 1;')).toBe(0);
});
