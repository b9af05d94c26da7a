import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { exampleText } from '../../testing/engine.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { steeredRun, type SteeredRun } from './steer.ts';
import { RUNS } from '../../testing/amounts.ts';

const text = exampleText('racy');
const options = { text, constants: { ...usualConstants(), size: 2 } };
const racy = builtValues(text, { size: 2, WG: 2 });

function steered(choices: readonly number[], program = racy): SteeredRun {
  const run = steeredRun(program, choices, options);
  expect(run.obstacle).toBeUndefined();
  return run;
}

test('the racy kernel gives a wrong result in one order, and the right one in another', () => {
  expect(steered([])).toMatchObject({ ready: [{ item: 0, hasBegun: false }, { item: 1 }] });
  // Item 0 reads its neighbour's place before that has written it, and runs to its end.
  const wrong = steered([0, 0, 0, 0, 0]);
  expect(wrong.ready).toEqual([]);
  expect(wrong.broken).toContain('does not hold');
  // Both write before either reads.
  const right = steered([0, 1, 0, 1, 0, 1, 0, 1]);
  expect(right.ready).toEqual([]);
  expect(right.broken).toBeUndefined();
  const written = right.trace?.events.filter(({ kind }) => kind === 'write').length;
  expect(written).toBe(4);
});

test('what an item does next is the access in the text', () => {
  const { ready } = steered([0]);
  const [first] = ready;
  expect(text.slice(first?.span.start, first?.span.end)).toContain('tile[(lid + 1)');
});

test('who begins with an access makes one, and no more', () => {
  const counting = `#pragma tuner array counter = 1
#pragma tuner input counter[i] = 0
#pragma tuner ensures counter[0] == size
__kernel void count(__global int *counter) {
  int before = counter[0];
  counter[0] = before + 1;
}
`;
  const program = builtValues(counting, { size: 2, WG: 2 });
  expect(steered([0], program).ready.map(({ item }) => item)).toEqual([0, 1]);
  // The update of one is lost.
  expect(steered([0, 1, 0], program)).toMatchObject({
    ready: [],
    broken: expect.stringContaining('counter[0] == size'),
  });
  expect(steered([0, 0], program).broken).toBeUndefined();
});

test('where a barrier keeps them apart no order gives a wrong result', () => {
  const mended = text.replace('// missing: barrier(', 'barrier(');
  const program = builtValues(mended, { size: 2, WG: 2 });
  fc.assert(
    fc.property(fc.array(fc.nat(1), { minLength: 12, maxLength: 12 }), (drawn) => {
      let choices: number[] = [];
      for (const draw of drawn) {
        const { ready, broken } = steered(choices, program);
        expect(broken).toBeUndefined();
        const next = ready[draw % ready.length];
        if (!next) return;
        choices = [...choices, next.item];
      }
    }),
    { numRuns: 20 * RUNS },
  );
});

test('groups come one after the other, in the order of their first items', () => {
  const program = builtValues(text, { size: 4, WG: 2 });
  const begun = steered([], program);
  expect(begun.ready.map(({ group, item }) => [group, item])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
  expect(begun.trace?.groups).toBe(2);
  expect(begun.trace?.next).toEqual(begun.ready);
  // Item 1 of group 1 comes first, so its group is under way.
  const under = steered([3], program);
  expect(under.ready.map(({ number }) => number)).toEqual([2, 3]);
  // Those of the other group come later.
  expect(under.trace?.next?.map(({ group, item }) => 2 * group + item)).toEqual([2, 3, 0, 1]);
  const all = steered([3, 2, 3, 2, 3, 2, 3, 2, 0, 1, 0, 1, 0, 1, 0, 1], program);
  expect(all.ready).toEqual([]);
  expect(all.broken).toBeUndefined();
  const groups = all.trace?.events.map(({ group }) => group) ?? [];
  expect(groups.indexOf(0)).toBeGreaterThan(groups.lastIndexOf(1));
});

test('a choice that cannot go on is passed over', () => {
  const program = builtValues(text, { size: 4, WG: 2 });
  const { taken, ready } = steered([3, 0, 2], program);
  expect(taken).toEqual([3, 2]);
  expect(ready).toEqual(steered([3, 2], program).ready);
});

test('too many items cannot be steered', () => {
  expect(steeredRun(builtValues(text, { size: 32, WG: 2 }), [], options)).toHaveProperty(
    'obstacle',
  );
});

test('what a run begins with is chosen within what the text allows, and the claim is of that', () => {
  const doubled = `#pragma tuner input a[i] = any(0, 3)
#pragma tuner input b[i] = i
#pragma tuner ensures forall i < size: out[i] == 2 * a[i]
__kernel void twice(__global const int *a, __global const int *b, __global int *out) {
  int i = get_global_id(0);
  out[i] = a[i] * a[i] + b[0];
}
`;
  const program = builtValues(doubled, { size: 2, WG: 2 });
  const about = { text: doubled, constants: { ...usualConstants(), size: 2 } };
  for (const [one, other] of [
    [0, 2],
    [1, 0],
    [3, 2],
    [2, 1],
  ] as const) {
    const given = { a: [one, other], b: [9, 9] };
    const { trace, broken, inputs } = steeredRun(program, [0, 1, 0, 1, 0, 1], { ...about, given });
    expect(inputs).toEqual([{ name: 'a', low: 0, high: 3 }]);
    const array = (name: string) => trace?.arrays.find((each) => each.name === name);
    expect(array('a')?.cells).toEqual([one, other]);
    expect(array('b')?.cells).toEqual([0, 1]);
    expect(array('out')?.wanted?.map(Number)).toEqual([2 * one, 2 * other]);
    // A square is its double for 0 and 2 alone.
    const isRight = [one, other].every((value) => value === 0 || value === 2);
    expect(broken === undefined).toBe(isRight);
  }
  const usual = steeredRun(program, [], about).trace?.arrays[0]?.cells;
  const beyond = steeredRun(program, [], { ...about, given: { a: [4, -1, 2] } });
  expect(beyond.trace?.arrays[0]?.cells).toEqual(usual);
});
