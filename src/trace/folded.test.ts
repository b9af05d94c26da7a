import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { generateModel, type Level } from '../promela/index.ts';
import { EXAMPLE_LIST } from '../session/example-list.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  checkerOf,
  exampleText,
  kernelOf,
  platform,
  type Setup,
  simulatedTraceOf,
} from '../testing/engine.ts';
import { uniformText } from '../testing/random-kernels.ts';
import { timeSplit, type Trace } from './index.ts';
import { RUNS, seedOf } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Platforms on which elements have unequal numbers of items and units of groups. */
const platforms = [
  platform({ size: 8, NP: 4, NU: 2 }),
  platform({ size: 16, NP: 3, NU: 1, ND: 2, GMT: 5, LMT: 2 }),
  platform({ size: 8, NP: 5, NU: 3, BT: 0, DT: 0 }),
];

/** Of a run of all elements; longer ones take long. */
const MOST_STEPS = 20_000;

/** The first of a list and the last. */
const ends = <T>(list: readonly T[]): T[] =>
  list.filter((_, at) => at === 0 || at === list.length - 1);

/** How many elements of the platform, or of one of its units, go through how many barriers and spend their
 * time how. */
function shares(trace: Trace, unit?: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { pid, ticks, barriers, count } of timeSplit(trace).elements) {
    if (unit !== undefined && trace.process(pid)?.unit !== unit) continue;
    const key = JSON.stringify({ ...ticks, barriers });
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return new Map([...counts].toSorted());
}

/** Where a folded level and level baton split the time of some configurations differently. */
async function differences(setup: Omit<Setup, 'level'>): Promise<unknown[]> {
  const found: unknown[] = [];
  const checker = checkerOf(toolchain, { ...setup, level: 'baton' });
  const valid = [...checker.configurations()].filter(
    ({ reason, values }) => reason === undefined && checker.estimate(values) < MOST_STEPS,
  );
  for (const { values } of ends(valid)) {
    const at = async (level: Level) => {
      const trace = await simulatedTraceOf(toolchain, { ...setup, level }, values);
      if (!trace.finish && !checker.canDiverge) throw new Error('the simulation was cut off');
      return trace;
    };
    const all = await at('baton');
    const units = new Set(all.processes.flatMap(({ unit }) => unit ?? []));
    for (const level of ['representatives', 'accelerated'] as const) {
      const trace = await at(level);
      const split = shares(trace);
      // Where groups take different times, what is shown is one unit, the last to finish.
      const expected =
        (trace.columns.kinds ?? 1) > 1
          ? [...units].map((unit) => shares(all, unit))
          : [shares(all)];
      if (!expected.some((one) => isDeepStrictEqual(split, one)))
        found.push({ constants: setup.constants, values, level, split, expected });
    }
  }
  return found;
}

/** Those of the size of measurements are too large to run by their elements. */
const small = EXAMPLE_LIST.filter(({ semantics }) => semantics !== 'device');

/** Each example takes one of them; all where OVERTIME_RUNS asks for more. */
const platformsOf = (id: string) =>
  platforms.filter((_, at) => RUNS > 1 || at === small.findIndex((each) => each.id === id) % 3);

describe.each(small.map(({ id }) => id))('%s', (id) => {
  const kernel = kernelOf(exampleText(id));
  const all = (['published', 'opencl'] as const).filter(
    (semantics) => generateModel(kernel, semantics, 'baton').ok,
  );
  it.each(all)('is split alike at every level, %s', { timeout: 120_000 }, async (semantics) => {
    for (const constants of platformsOf(id))
      expect(await differences({ kernel, semantics, constants })).toEqual([]);
  });
});

const seed = seedOf(20_261_121);

it.each(['published', 'opencl'] as const)(
  'random uniform kernels are split alike at every level, %s',
  { timeout: 120_000 },
  async (semantics) => {
    await fc.assert(
      fc.asyncProperty(uniformText, fc.constantFrom(...platforms), async (text, constants) => {
        expect(await differences({ kernel: kernelOf(text), semantics, constants })).toEqual([]);
      }),
      { numRuns: 2 * RUNS, seed, endOnFailure: true },
    );
  },
);
