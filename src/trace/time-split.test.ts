import { afterAll, describe, expect, it } from 'vitest';
import type { Constants } from '../platform/index.ts';
import type { Level, SemanticsId } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { openclAbstract, publishedAbstract } from '../testing/closed-forms.ts';
import { checkerOf, exampleText, kernelOf, platform } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { busiest, classesOf, TIME_PARTS, type TimeSplit, timeSplit } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** The split of one configuration of an example. */
async function splitOf(
  name: string,
  values: Readonly<Record<string, number>>,
  constants: Constants,
  semantics: SemanticsId,
  level: Level = 'baton',
): Promise<TimeSplit> {
  const kernel = kernelOf(exampleText(name));
  const checker = checkerOf(toolchain, { kernel, semantics, level, constants });
  const { trail } = await checker.search({ bound: 'none', configuration: values });
  if (!trail) throw new Error('the configuration does not finish');
  return timeSplit(await checker.replay(trail));
}

const sumOf = (ticks: Readonly<Record<string, number>>): number =>
  TIME_PARTS.reduce((sum, part) => sum + (ticks[part] ?? 0), 0);

function checkSums({ time, elements }: TimeSplit): void {
  expect(elements.length).toBeGreaterThan(0);
  for (const { ticks } of elements) expect(sumOf(ticks)).toBe(time);
}

describe('the abstract kernel, OpenCL semantics', () => {
  it.each([
    [
      { WG: 4, TS: 2 },
      { size: 16, NU: 1 },
    ],
    [
      { WG: 8, TS: 4 },
      { size: 32, NU: 1, BT: 3, DT: 5 },
    ],
    [
      { WG: 16, TS: 2 },
      { size: 32, NU: 2, GMT: 7, LMT: 2 },
    ],
  ])('%o with %o is split as its closed form says', async (values, changes) => {
    const constants = platform(changes);
    const { size, NU, NP, GMT, LMT, BT, DT } = constants;
    const { WG, TS } = values;
    const split = await splitOf('abstract', values, constants, 'opencl');
    checkSums(split);
    expect(split.time).toBe(openclAbstract(values, constants));
    // All items of a group do the same, and WG is a multiple of NP: no element waits for another.
    const groups = Math.ceil(size / WG / NU);
    const items = WG / NP;
    const tiles = size / TS;
    for (const { ticks, barriers } of split.elements) {
      expect(barriers).toBe(groups * 2 * tiles);
      expect(ticks).toEqual({
        global: groups * items * (tiles * GMT * TS + GMT),
        local: groups * items * tiles * (LMT + TS * LMT),
        private: 0,
        masked: 0,
        barrier: groups * 2 * tiles * BT,
        dispatch: groups * DT,
        idle: 0,
      });
    }
    expect(classesOf(split)).toHaveLength(1);
  });

  it('what the accelerated level skips is split as the closed form says, however much it is', async () => {
    const constants = platform({ size: 2 ** 20, NU: 2, GMT: 7, LMT: 2, BT: 3, DT: 5 });
    const values = { WG: 64, TS: 32 };
    const split = await splitOf('abstract', values, constants, 'opencl', 'accelerated');
    checkSums(split);
    const [groups, items, tiles] = [2 ** 20 / 64 / 2, 64 / 4, 2 ** 20 / 32];
    expect(split.elements).toHaveLength(1);
    expect(split.elements[0]).toMatchObject({
      barriers: groups * 2 * tiles,
      ticks: {
        global: groups * items * (tiles * 7 * 32 + 7),
        local: groups * items * tiles * (2 + 32 * 2),
        private: 0,
        masked: 0,
        barrier: groups * 2 * tiles * 3,
        dispatch: groups * 5,
        idle: 0,
      },
    });
  });

  it('an element with fewer items waits for the others', async () => {
    const constants = platform({ size: 16, NU: 1, NP: 3 });
    const split = await splitOf('abstract', { WG: 4, TS: 4 }, constants, 'opencl');
    checkSums(split);
    const classes = classesOf(split);
    expect(classes.map(({ labels }) => labels)).toEqual([['pex 0'], ['pex 1', 'pex 2']]);
    expect(busiest(split)?.label).toBe('pex 0');
    const [more, fewer] = classes;
    expect(more?.ticks.barrier).toBe(4 * 4 * 2);
    expect(fewer?.ticks.barrier).toBeGreaterThan(more?.ticks.barrier ?? 0);
  });
});

it.each(['baton', 'free'] as const)(
  'the published abstract kernel at level %s adds up to its closed form',
  async (level) => {
    const constants = platform({ size: 8 });
    const split = await splitOf('abstract', { WG: 4, TS: 2 }, constants, 'published', level);
    checkSums(split);
    expect(split.time).toBe(publishedAbstract({ WG: 4, TS: 2 }, constants));
  },
);

it('passes, groups and tiles that the accelerated level skips are split as those of level baton', async () => {
  const constants = platform({ size: 64 });
  const values = { WG: 16, TS: 4 };
  const split = await splitOf('abstract', values, constants, 'published', 'accelerated');
  checkSums(split);
  expect(split.time).toBe(publishedAbstract(values, constants));
  const [every] = classesOf(await splitOf('abstract', values, constants, 'published'));
  expect(every?.labels).toEqual(['pex 0', 'pex 1', 'pex 2', 'pex 3']);
  expect(split.elements[0]).toMatchObject({ ticks: every?.ticks, barriers: every?.barriers });
});

it.each([
  ['sum', { WG: 8 }],
  ['stencil', { WG: 4 }],
  ['scan', { WG: 8 }],
])('work of the elements of %s is that of the event simulation', async (name, wanted) => {
  const constants = platform({ size: 16, NU: 1, NP: 3, BT: 2, DT: 3 });
  const kernel = kernelOf(exampleText(name));
  const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level: 'baton', constants });
  const found = [...checker.configurations()].find(
    ({ values, reason }) => reason === undefined && values['WG'] === wanted.WG,
  );
  if (!found) throw new Error('no such configuration');
  const split = await splitOf(name, found.values, constants, 'opencl');
  const expected = simulateEvents(kernel, found.values, constants);
  if (expected.kind !== 'finished') throw new Error('the oracle finds a deadlock');
  checkSums(split);
  expect(split.time).toBe(expected.time);
  for (const [index, { ticks }] of split.elements.entries()) {
    for (const space of ['global', 'local', 'private'] as const) {
      const work = expected.groups.reduce(
        (sum, { elements }) => sum + (elements[index]?.[space] ?? 0),
        0,
      );
      expect(ticks[space]).toBe(work);
    }
    expect(ticks.dispatch).toBe(expected.groups.length * 3);
  }
});
