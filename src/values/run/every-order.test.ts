import { expect, it, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';
import { EveryOrder } from './every-order.ts';
import { traceByRunning } from './trace-by-running.ts';

/** Runs items that stop before each of their atomics. @returns the orders in which the atomics came. */
function cameIn(atomics: readonly number[]): string[] {
  const every = new EveryOrder();
  const seen: string[] = [];
  do {
    const left = [...atomics];
    const hasBegun = left.map(() => false);
    let came = '';
    for (;;) {
      const ready = left.flatMap((count, item) => (count > 0 || !hasBegun[item] ? [item] : []));
      if (ready.length === 0) break;
      for (const item of every.next(ready, (each) => hasBegun[each] === true)) {
        if (hasBegun[item]) {
          left[item] = (left[item] ?? 0) - 1;
          came += item;
        }
        hasBegun[item] = true;
      }
    }
    seen.push(came);
  } while (every.advance());
  return seen;
}

it.each([
  [[1, 1, 1], 6],
  [[2, 1], 3],
  [[2, 2, 1], 30],
  [[0, 1, 0], 1],
])('items with %j atomics come in each of %i orders once', (atomics, count) => {
  const seen = cameIn(atomics);
  expect(seen).toHaveLength(count);
  expect(new Set(seen).size).toBe(count);
});

const POSITIVE = (body: string): string => `#pragma tuner input a[i] = any(0, 2)
#pragma tuner array a = 3
#pragma tuner array b = 3
#pragma tuner ensures same(plain)
void plain(__global int *a, __global int *b) { int k = 0; for (int i = 0; i < 3; i++) b[i] = 0;
  for (int i = 0; i < 3; i++) if (a[i] > 0) b[k++] = a[i]; }
#pragma tuner local_size 3
#pragma tuner items 3
__kernel void k(__global int *a, __global int *b) {
  int i = get_local_id(0); __local int c; b[i] = 0; if (i == 0) c = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); ${body} }`;

const checked = (text: string) => {
  const program = builtValues(text, { size: 3 });
  const options = { text, constants: { ...usualConstants(), size: 3 } };
  return { verdict: checkByRunning(program, options), trace: traceByRunning(program, 0, options) };
};

test('a list in the order of a counter is wrong for an input that is not the first', () => {
  const { verdict, trace } = checked(POSITIVE('if (a[i] > 0) b[atomic_inc(&c)] = a[i];'));
  expect(verdict.findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/where work-items come to its atomics in another order, where a is/),
  ]);
  const came = trace?.events.flatMap((event) => (event.kind === 'atomic' ? [event.item] : []));
  expect(came).toHaveLength(2);
  expect(came).not.toEqual(came?.toSorted());
});

test('what all orders leave the same is right, and what is too much is left open', () => {
  const last = (items: number): string =>
    POSITIVE(
      `if (atomic_inc(&c) == 2) { int k = 0; for (int j = 0; j < 3; j++) if (a[j] > 0) b[k++] = a[j]; }`,
    )
      .replaceAll('3', String(items))
      .replace('== 2', `== ${items - 1}`)
      .replace('any(0, 2)', '1');
  const few = checked(last(3)).verdict;
  expect(few.findings).toEqual([]);
  expect(statusOf(few)).toBe('right');
  const many = checked(last(7)).verdict;
  expect(many.findings).toEqual([]);
  expect(statusOf(many)).toBe('not-checked');
});

test.each([
  ['of one place', 'c', 'right'],
  ['of two places, which others may see in another order', 'c + 1', 'not-checked'],
])('relaxed atomics of each work-item %s', (_name, other, status) => {
  const { verdict } = checked(`#pragma tuner input c[i] = 0
#pragma tuner array c = 2
#pragma tuner array r = 2
#pragma tuner ensures r[0] + r[1] >= 1
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void k(__global int *c, __global int *r) {
  int i = get_local_id(0);
  if (i == 0) { atomic_xchg(${other}, 1); r[0] = atomic_add(c, 0); }
  else { atomic_xchg(c, 1); r[1] = atomic_add(${other}, 0); } }`);
  expect(verdict.findings).toEqual([]);
  expect(statusOf(verdict)).toBe(status);
});
