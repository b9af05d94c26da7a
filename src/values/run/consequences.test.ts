import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { checkByRunning } from './check.ts';
import { traceByRunning } from './trace-by-running.ts';

const kernel = (ensures: string, body: string): string => `#pragma tuner items 4
#pragma tuner array n = 1
#pragma tuner input n[i] = 0
#pragma tuner ensures ${ensures}
__kernel void count(__global int *n) { int lid = get_local_id(0); ${body} }`;

function ran(text: string) {
  const program = builtValues(text, { size: 4, WG: 4 });
  const options = { text, constants: { ...usualConstants(), size: 4 } };
  const { findings } = checkByRunning(program, options);
  const result = findings.findIndex(({ kind }) => kind === 'result');
  return { program, options, findings, result };
}

test('an update that is lost only where items take turns is shown as it happens', () => {
  const { program, options, findings, result } = ran(kernel('n[0] == 4', 'n[0] = n[0] + 1;'));
  expect(findings[result]?.message).toMatch(
    /in another order: n\[0\] == 4\. The left side is [123], and the right side is 4\./,
  );
  const trace = traceByRunning(program, result, options);
  const events = trace?.events.filter((event) => 'cell' in event) ?? [];
  // Two read the same before either has written.
  const [first, second] = events;
  expect([first?.kind, second?.kind]).toEqual(['read', 'read']);
  expect(first?.item).not.toBe(second?.item);
  expect(first?.value).toBe(second?.value);
  const last = events.at(-1);
  expect(last?.kind).toBe('write');
  expect(Number(last?.value)).toBeLessThan(4);
  expect(findings[result]?.message).toContain(`left side is ${last?.value},`);
});

test.each([
  ['who comes last is seen in the end', 'n[0] == 3', 'n[0] = lid;', true],
  ['whoever comes last, it holds', 'n[0] >= 0 && n[0] < 4', 'n[0] = lid;', false],
  ['atomic updates are not lost', 'n[0] == 4', 'atomic_inc(n);', false],
])('%s', (_name, ensures, body, isWrong) => {
  expect(ran(kernel(ensures, body)).result >= 0).toBe(isWrong);
});

test('what is there instead is said of the first element that is wrong', () => {
  const text = kernel('forall i: n[i] == 5 + i', 'if (lid == 0) n[0] = 7;');
  const { findings, result } = ran(text);
  expect(findings[result]?.message).toContain(
    'For i = 0 the left side is 7, and the right side is 5.',
  );
});
