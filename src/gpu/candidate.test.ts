import { expect, test } from 'vitest';
import { WITHOUT_LIMITS } from '../testing/simulated-gpu.ts';
import { builtValues } from '../testing/value-listing.ts';
import { candidateOf, isCandidate } from './candidate.ts';

/** The verdicts on another result and on the kernel's own. */
function saidOf(body: string): readonly [other: string | undefined, own: string | undefined] {
  const text = `#pragma tuner param WG = {4}
#pragma tuner items 8
#pragma tuner array out = 8
#pragma tuner input out[i] = 0
__kernel void k(__global int *out) { int i = get_global_id(0); ${body} }`;
  const made = candidateOf(builtValues(text, { WG: 4 }), {
    text,
    limits: WITHOUT_LIMITS,
    budget: 1e5,
  });
  if (!isCandidate(made)) throw new Error(made.message);
  const left = (numbers: readonly number[]) =>
    made.wrong([new Uint8Array(Int32Array.from(numbers).buffer)]);
  return [left([9, 0, 0, 0, 0, 0, 0, 0]), left([8, 0, 0, 0, 0, 0, 0, 0])];
}

test('another result is wrong, and it is said where', () => {
  const [other, own] = saidOf('atomic_inc(&out[0]);');
  expect(other).toBe('out[0] is 9, where the run of values has 8');
  expect(own).toBeUndefined();
});

test('where the order of atomics decides, another result may be right too', () => {
  const [other] = saidOf('if (atomic_xchg(&out[0], i) == 3) atomic_add(&out[1], 1);');
  expect(other).toContain('both may be right');
});
