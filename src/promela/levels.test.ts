import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { EXAMPLE_LIST } from '../session/example-list.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  censusTimes,
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  modelOf,
  platform,
  simulatedTime,
  simulatedTimes,
} from '../testing/engine.ts';
import { drawSample, uniformText } from '../testing/random-kernels.ts';
import { compareConfigurations } from '../tuning/configuration.ts';
import { bisection } from '../tuning/bisection.ts';
import { branchAndBound, type Configuration } from '../tuning/index.ts';
import { generateModel, type Level } from './index.ts';
import { isLong, RUNS, seedOf } from '../testing/amounts.ts';

/** Simulates every sixth configuration at each folded level; all where OVERTIME_RUNS asks for more. */
const every = isLong ? 1 : 6;

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const FOLDED = ['representatives', 'accelerated'] as const satisfies readonly Level[];

/** A search takes the configurations in an order of its own. */
const inOrder = <Row extends { readonly values: Configuration }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compareConfigurations(a.values, b.values));

/** Each example takes one of them; all where OVERTIME_RUNS asks for more. */
const platformsOf = (id: string) =>
  every === 1
    ? platforms
    : platforms.filter((_, at) => at === small.findIndex((each) => each.id === id) % 3);

/** Elements have unequal numbers of items, and units of groups. Each run costs SPIN's start, so one
 * platform has many configurations and the others few. */
const platforms = [
  platform({ size: 8, NP: 4, NU: 2 }),
  platform({ size: 16, NP: 3, NU: 1, ND: 2, GMT: 5, LMT: 2 }),
  platform({ size: 8, NP: 5, NU: 3, BT: 0, DT: 0 }),
];

/** Those of the size of measurements are too large to run by their elements. */
const small = EXAMPLE_LIST.filter(({ semantics }) => semantics !== 'device');

describe.each(small.map(({ id }) => id))('%s', (id) => {
  const kernel = kernelOf(exampleText(id));
  const all = (['published', 'opencl'] as const).filter(
    (semantics) => generateModel(kernel, semantics, 'baton').ok,
  );
  it.each(all)(
    'takes the same time at every level, %s',
    { timeout: 120_000 },
    async (semantics) => {
      for (const constants of platformsOf(id)) {
        const times = await simulatedTimes(toolchain, {
          kernel,
          semantics,
          level: 'baton',
          constants,
        });
        for (const [at, level] of FOLDED.entries()) {
          const setup = { kernel, semantics, level, constants };
          const where = `${level}, NP ${constants.NP}`;
          const checker = checkerOf(toolchain, setup);
          // The search below goes through all configurations: of the simulations some are enough.
          for (const { values, time } of times.filter((_, index) => index % every === at % every))
            expect(await simulatedTime(checker, values), where).toBe(time);
          expect(inOrder(await censusTimes(toolchain, setup)), `${where}, in 64 bits`).toEqual(
            inOrder(times.filter(({ time }) => time !== 'deadlock')),
          );
        }
      }
    },
  );
});

const seed = seedOf(20_261_120);

describe('random uniform kernels', () => {
  it.each(['published', 'opencl'] as const)(
    'take the same time at every level, %s',
    { timeout: 240_000 },
    async (semantics) => {
      await fc.assert(
        fc.asyncProperty(uniformText, fc.constantFrom(...platforms), async (text, constants) => {
          const kernel = kernelOf(text);
          const times = await simulatedTimes(toolchain, {
            kernel,
            semantics,
            level: 'baton',
            constants,
          });
          for (const level of FOLDED) {
            const setup = { kernel, semantics, level, constants };
            expect(await simulatedTimes(toolchain, setup)).toEqual(times);
          }
        }),
        { numRuns: 2 * RUNS, seed, endOnFailure: true },
      );
    },
  );
});

describe('random kernels in 64 bits', () => {
  it.each(FOLDED)(
    'take the time that they take in a simulation, level %s',
    { timeout: 240_000 },
    async (level) => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (draw) => {
          const sample = drawSample(draw, { nodes: 10, divergence: false }, 2);
          const { kernel, platforms: some } = sample;
          fc.pre(generateModel(kernel, 'opencl', level).ok);
          for (const constants of some) {
            const setup = { kernel, semantics: 'opencl', level, constants } as const;
            const times = await simulatedTimes(toolchain, setup);
            expect(inOrder(await censusTimes(toolchain, setup))).toEqual(
              inOrder(times.filter(({ time }) => time !== 'deadlock')),
            );
          }
        }),
        { numRuns: 2 * RUNS, seed, endOnFailure: true },
      );
    },
  );
});

describe('random kernels of any kind', () => {
  it('take the same time at every level', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const {
          kernel,
          values,
          platforms: some,
        } = drawSample(draw, { nodes: 10, divergence: false }, 2);
        fc.pre(generateModel(kernel, 'opencl', 'baton').ok);
        for (const constants of some) {
          const at = (level: Level) =>
            simulatedTime(
              checkerOf(toolchain, { kernel, semantics: 'opencl', level, constants }),
              values,
            );
          const time = await at('baton');
          for (const level of FOLDED) expect(await at(level)).toBe(time);
        }
      }),
      { numRuns: 5 * RUNS, seed, endOnFailure: true },
    );
  });
});

describe('proofs', () => {
  const kernel = kernelOf(exampleText('abstract'));
  it.each(FOLDED)(
    'of the published sizes agree with baton at level %s',
    { timeout: 120_000 },
    async (level) => {
      for (const [size, minTime] of [
        [8, 44],
        [16, 156],
        [32, 584],
        [64, 2224],
      ] as const) {
        for (const strategy of [bisection, branchAndBound]) {
          const setup = {
            kernel,
            semantics: 'published',
            level,
            constants: platform({ size }),
          } as const;
          const { result } = await finish(strategy, checkerOf(toolchain, setup));
          expect(result).toMatchObject({ status: 'proved', minTime });
        }
      }
    },
  );

  it('fold the abstract kernel to one element, and the divergent one not at all', () => {
    expect(modelOf(kernel, 'opencl', 'accelerated').folding).toEqual({
      elements: true,
      units: true,
      kinds: false,
      repeats: true,
    });
    const divergent = kernelOf(exampleText('divergent'));
    expect(modelOf(divergent, 'opencl', 'accelerated').folding).toMatchObject({
      elements: false,
      units: true,
    });
  });
});
