import { expect, test } from 'vitest';
import { poseValues } from '../../checker/values.ts';
import { platform } from '../../testing/engine.ts';
import { parser } from '../../testing/kernels.ts';
import { CORPUS_KERNELS } from '../../testing/corpus/kernels.ts';
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

test.each(WITHOUT)('the barrier of $place is missed', ({ place, text }) => {
  const { programs, obstacle } = poseValues(parser, text, { constants: CONSTANTS, given: {} });
  expect(obstacle).toBeUndefined();
  const isMissed = programs
    .toReversed()
    .slice(0, 6)
    .some((program) => checkByRunning(program, { constants: CONSTANTS }).findings.length > 0);
  expect(isMissed).toBe(!NEEDLESS.includes(place));
});
