import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { canDiverge } from '../kernel/divergence.ts';
import { MOST_TICKS, type Ticks } from '../base/ticks.ts';
import type { Constants } from '../platform/index.ts';
import { EXAMPLE_LIST } from '../session/example-list.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { openclAbstract, tilings, warpsAbstract } from '../testing/closed-forms.ts';
import {
  checkerOf,
  exampleText,
  kernelOf,
  platform,
  simulatedTime,
  simulatedTimes,
} from '../testing/engine.ts';
import { drawSample, type Sample } from '../testing/random-kernels.ts';
import { simulateWarps } from '../testing/warp-simulation.ts';
import { generateModel, type Level } from './index.ts';
import { RUNS, seedOf } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const ABSTRACT = exampleText('abstract');
/** The abstract kernel, with another condition in its branch. */
const branching = (condition: string) =>
  kernelOf(ABSTRACT.replace('if (b(idx_l))', `if (${condition})`));

const FOLDED = ['representatives', 'accelerated'] as const satisfies readonly Level[];

const times = async (kernel: ReturnType<typeof kernelOf>, level: Level, constants: Constants) =>
  (await simulatedTimes(toolchain, { kernel, semantics: 'warps', level, constants })).map(
    ({ values, time }) => ({ ...values, time }),
  );

const closedForm = (constants: Constants, d: 1 | 2) =>
  tilings(constants.size)
    .filter(({ WG }) => constants.size % WG === 0)
    .map((tiling) => ({ ...tiling, time: warpsAbstract(tiling, constants, d) }));

const PLATFORMS = [
  platform({ size: 16 }),
  platform({ size: 8, NS: 1, WR: 4, NU: 3, GMT: 5, LMT: 2 }),
  platform({ size: 16, NS: 3, WR: 2, ND: 2, BT: 0, DT: 4 }),
  platform({ size: 32, NS: 2, WR: 8, NU: 1, BT: 3, DT: 0 }),
];

describe.each(['baton', ...FOLDED] as const)(
  'the abstract kernel under warps, level %s',
  (level) => {
    it(
      'takes the time of its closed form where every warp is mixed',
      { timeout: 60_000 },
      async () => {
        for (const constants of PLATFORMS)
          expect(await times(branching('idx_l % 2'), level, constants)).toEqual(
            closedForm(constants, 2),
          );
      },
    );

    it('takes that of OpenCL with NP = WR NS where none is', { timeout: 60_000 }, async () => {
      for (const constants of PLATFORMS) {
        const form = closedForm(constants, 1);
        expect(await times(branching('(idx_l / WR) % 2'), level, constants)).toEqual(form);
        const { NS, WR } = constants;
        const alike = form.map(({ WG, TS }) =>
          openclAbstract({ WG, TS }, { ...constants, NP: NS * WR }),
        );
        expect(form.map(({ time }) => time)).toEqual(alike);
      }
    });
  },
);

it('takes the same time in every schedule at level free', { timeout: 60_000 }, async () => {
  for (const constants of [
    platform({ size: 8, NU: 1 }),
    platform({ size: 12, NS: 2, WR: 3, NU: 1, BT: 0, DT: 0 }),
  ]) {
    const setup = {
      kernel: kernelOf(ABSTRACT),
      semantics: 'warps',
      level: 'free',
      constants,
    } as const;
    const { finishes, cut } = await checkerOf(toolchain, setup).search({
      bound: MOST_TICKS,
      all: true,
    });
    expect(cut).toBeUndefined();
    const byTime = <T extends { time: Ticks }>(rows: T[]): T[] =>
      rows.toSorted((one, other) => Number(one.time) - Number(other.time));
    const found = finishes.map(({ values, time }) => ({ ...values, time }));
    expect(byTime(found)).toEqual(byTime(closedForm(constants, 2)));
  }
});

it('finds that the lanes of one warp meet different barriers', { timeout: 60_000 }, async () => {
  const kernel = kernelOf(exampleText('divergent'));
  // One warp holds a whole group, so only its own lanes can disagree.
  const constants = platform({ size: 8, NS: 1, WR: 8 });
  const at = (some: Constants) =>
    checkerOf(toolchain, { kernel, semantics: 'warps', level: 'free', constants: some });
  expect((await at(constants).search({ bound: 'deadlock' })).deadlock).toBeDefined();
  // On a condition of the warp, its scheduler goes on and waits for the others' warps.
  const byWarp = kernelOf(exampleText('divergent').replace('lid % 2 == 0', 'lid / WR % 2 == 0'));
  const checker = checkerOf(toolchain, {
    kernel: byWarp,
    semantics: 'warps',
    level: 'baton',
    constants,
  });
  for (const WG of [2, 4]) expect(await simulatedTime(checker, { WG })).toBeGreaterThan(0);
});

const seed = seedOf(20_261_122);
const minutes = (count: number): number => count * 60_000 * RUNS;

const below = (draw: fc.GeneratorValue, most: number): number => draw(fc.nat, most);

/** A random kernel with platforms whose warps are narrow, so that groups have several. */
function drawWarps(draw: fc.GeneratorValue, nodes: number, divergence: boolean): Sample {
  const sample = drawSample(draw, { nodes, divergence }, 2);
  const platforms = sample.platforms.map((constants) => ({
    ...constants,
    NS: 1 + below(draw, 2),
    WR: 1 + below(draw, 3),
  }));
  return { ...sample, platforms };
}

const hasModel = ({ kernel }: Sample): boolean => generateModel(kernel, 'warps', 'baton').ok;

/** A scheduler takes its lanes through a region together, so the model calls it divergence where
 * they disagree about a condition around a barrier, even if a further condition keeps all of them
 * from it. */
function expected({ kernel, values }: Sample, constants: Constants): (number | 'deadlock')[] {
  const simulated = simulateWarps(kernel, values, constants);
  if (simulated.kind === 'deadlock') return ['deadlock'];
  return canDiverge(kernel) ? [simulated.time, 'deadlock'] : [simulated.time];
}

const timeOf = (
  sample: Sample,
  semantics: 'warps' | 'opencl',
  level: Level,
  constants: Constants,
) =>
  simulatedTime(
    checkerOf(toolchain, { kernel: sample.kernel, semantics, level, constants }),
    sample.values,
  );

describe.each([
  { title: 'uniform barriers', divergence: false },
  { title: 'barriers anywhere', divergence: true },
])('random kernels with $title under warps', ({ divergence }) => {
  it('take the time of the event simulation at every level', { timeout: minutes(4) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const sample = drawWarps(draw, 12, divergence);
        fc.pre(hasModel(sample));
        for (const constants of sample.platforms) {
          const time = await timeOf(sample, 'warps', 'baton', constants);
          expect(expected(sample, constants)).toContain(time);
          for (const level of FOLDED)
            expect(await timeOf(sample, 'warps', level, constants), level).toBe(time);
        }
      }),
      { numRuns: 4 * RUNS, seed, endOnFailure: true },
    );
  });

  it('take the time of OpenCL where a warp is one lane', { timeout: minutes(4) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const sample = drawWarps(draw, 12, divergence);
        fc.pre(hasModel(sample));
        for (const some of sample.platforms) {
          const constants = { ...some, NS: some.NP, WR: 1 };
          expect(await timeOf(sample, 'warps', 'baton', constants)).toBe(
            await timeOf(sample, 'opencl', 'baton', constants),
          );
        }
      }),
      { numRuns: 3 * RUNS, seed, endOnFailure: true },
    );
  });
});

it('a wider warp never makes a random kernel faster', { timeout: minutes(1) }, () => {
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const { kernel, values, platforms } = drawWarps(draw, 16, false);
      for (const some of platforms) {
        const simulated = [1, 2, 4, 8].map((WR) =>
          simulateWarps(kernel, values, { ...some, WR, NS: 8 / WR }),
        );
        const found = simulated.map((one) => (one.kind === 'finished' ? one.time : -1));
        expect(found).toEqual(found.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 30 * RUNS, seed },
  );
});

/** Those of the size of measurements are too large to run by their elements. */
const small = EXAMPLE_LIST.filter(({ semantics }) => semantics !== 'device');

describe.each(small.map(({ id }) => id))('%s', (id) => {
  const kernel = kernelOf(exampleText(id));
  it('takes the time of OpenCL where a warp is one lane', { timeout: minutes(1) }, async () => {
    const constants = platform({ size: 16, NP: 3, NS: 3, WR: 1 });
    const under = (semantics: 'warps' | 'opencl') =>
      simulatedTimes(toolchain, { kernel, semantics, level: 'baton', constants });
    expect(await under('warps')).toEqual(await under('opencl'));
  });
});
