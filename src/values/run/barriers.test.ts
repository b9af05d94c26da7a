import { expect, test } from 'vitest';
import { poseValues } from '../../checker/values.ts';
import { platform } from '../../testing/engine.ts';
import { parser } from '../../testing/kernels.ts';
import { CORPUS_KERNELS } from '../../testing/corpus/kernels.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { checkByRunning } from './check.ts';

const CONSTANTS = platform({ size: 64 });

/** Needless: each item uses only its own writes, or another barrier follows. */
const NEEDLESS: readonly string[] = [
  'backprop, line 20',
  'backprop, line 22',
  'fft_local, line 29',
  'nw, line 16',
  'scan_blelloch, line 35',
];

const WITHOUT = CORPUS_KERNELS.flatMap(({ name, text }) =>
  [...text.matchAll(/\bbarrier\s*\([^;]*\)\s*;/g)].map(({ index, 0: barrier }) => ({
    place: `${name}, line ${text.slice(0, index).split('\n').length}`,
    text: `${text.slice(0, index)}${';'.padEnd(barrier.length)}${text.slice(index + barrier.length)}`,
  })),
);

test('calls of one function that part the items are told apart', () => {
  const text = `void meet(int x) { barrier(CLK_LOCAL_MEM_FENCE); }
__kernel void k(__global int *o) { if (get_local_id(0) < 2) meet(1); else meet(2); }`;
  const [finding] = checkByRunning(builtValues(text, { WG: 4 }), { text }).findings;
  expect(finding?.message).toBe(
    'Work-items 0 and 1 of work-group 0 wait at the barrier in line 1 (meet(1) in line 2), and work-items 2 and 3 at the barrier in line 1 (meet(2) in line 2).',
  );
});

test.each(WITHOUT)('the barrier of $place is missed', ({ place, text }) => {
  const { programs, obstacle } = poseValues(parser, text, { constants: CONSTANTS, given: {} });
  expect(obstacle).toBeUndefined();
  const isMissed = programs
    .toReversed()
    .slice(0, 6)
    .some((program) => checkByRunning(program, { constants: CONSTANTS }).findings.length > 0);
  expect(isMissed).toBe(!NEEDLESS.includes(place));
});
