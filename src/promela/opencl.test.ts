import { afterAll, describe, expect, it } from 'vitest';
import type { Constants } from '../platform/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { openclAbstract, tilings } from '../testing/closed-forms.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  simulatedTimes,
} from '../testing/engine.ts';
import { bisection } from '../tuning/bisection.ts';
import { branchAndBound } from '../tuning/index.ts';
import type { Level } from './index.ts';
import { isLong } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));
const setup = (level: Level, constants: Constants) =>
  ({ kernel, semantics: 'opencl', level, constants }) as const;

const measured = async (level: Level, constants: Constants) =>
  (await simulatedTimes(toolchain, setup(level, constants))).map(({ values, time }) => ({
    ...values,
    time,
  }));

/** Every valid tiling: the work-items must fill their groups. */
const expected = (constants: Constants) =>
  tilings(constants.size)
    .filter(({ WG }) => constants.size % WG === 0)
    .map((tiling) => ({ ...tiling, time: openclAbstract(tiling, constants) }));

const UNITS = [1, 2, 3].flatMap((ND) => [1, 2, 3].map((NU) => ({ ND, NU })));
const ELEMENTS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Every third pair of elements and units; all where OVERTIME_RUNS asks for more. */
const EVERY = isLong ? 1 : 3;

/** The other constants change along, lest one is forgotten; each is 0 somewhere. */
const varied = (size: number, NP: number, { ND, NU }: { ND: number; NU: number }): Constants =>
  platform({
    size,
    NP,
    NU,
    ND,
    GMT: (NP * 3 + NU) % 7,
    LMT: (NP + ND) % 3,
    BT: (NP + NU) % 4,
    DT: (NU + 2 * ND) % 4,
  });

describe('the abstract kernel under the OpenCL semantics', () => {
  const few = [
    { ND: 1, NU: 1 },
    { ND: 1, NU: 3 },
    { ND: 3, NU: 2 },
  ];
  const cases = [
    // Sizes other than powers of two leave units a remainder of groups.
    ...[8, 12].map((size) => ({ size, units: UNITS })),
    ...[16, 20, 24].map((size) => ({ size, units: few })),
    { size: 32, units: few.slice(1, 2) },
  ];
  const platforms = cases.flatMap(({ size, units }) =>
    ELEMENTS.flatMap((NP) => {
      const some = units.filter((_, index) => (index + NP) % EVERY === 0);
      return some.length > 0 ? [{ size, NP, units: some, count: some.length }] : [];
    }),
  );
  it.each(platforms)(
    'equals its closed form for size $size, NP $NP and $count numbers of units',
    { timeout: 60_000 },
    async ({ size, NP, units }) => {
      for (const unit of units) {
        const constants = varied(size, NP, unit);
        expect(await measured('baton', constants), JSON.stringify(constants)).toEqual(
          expected(constants),
        );
      }
    },
  );

  it.each(['baton', 'accelerated'] as const)(
    'equals its closed form where arithmetic takes time, level %s',
    { timeout: 60_000 },
    async (level) => {
      const counted = kernelOf(exampleText('abstract'), 'operations');
      for (const constants of [
        platform({ size: 16, AT: 1 }),
        platform({ size: 24, NP: 5, NU: 2, ND: 2, GMT: 1, LMT: 0, AT: 3, DT: 0 }),
        platform({ size: 32, NP: 3, AT: 0 }),
      ]) {
        const times = await simulatedTimes(toolchain, {
          ...setup(level, constants),
          kernel: counted,
        });
        expect(times.map(({ values, time }) => ({ ...values, time }))).toEqual(expected(constants));
      }
    },
  );

  it('takes the same time at level free', { timeout: 60_000 }, async () => {
    for (const constants of [
      platform({ size: 8 }),
      platform({ size: 16, NP: 3, NU: 3, ND: 2, BT: 0, DT: 0 }),
      platform({ size: 24, NP: 5, NU: 1, DT: 7, BT: 3 }),
    ]) {
      expect(await measured('free', constants)).toEqual(expected(constants));
    }
  });

  it('is too large for small local memories', () => {
    const array = kernelOf(`#pragma tuner local N_l = WG\n${exampleText('abstract')}`);
    const checker = checkerOf(toolchain, {
      ...setup('baton', platform({ size: 32, LM: 8 })),
      kernel: array,
    });
    const reasons = [...checker.configurations()].map(({ values, reason }) => [
      values['WG'],
      reason,
    ]);
    expect(reasons).toContainEqual([8, undefined]);
    expect(reasons).toContainEqual([16, 'needs 16 elements of local memory; LM is 8']);
  });

  const minimum = (constants: Constants) => {
    const all = expected(constants);
    const minTime = Math.min(...all.map(({ time }) => time));
    const optima = all.filter(({ time }) => time === minTime).map(({ WG, TS }) => ({ WG, TS }));
    return { status: 'proved', minTime, optima };
  };

  it.each([
    { size: 8 },
    { size: 16, NP: 3, NU: 1 },
    { size: 32, NP: 8, NU: 3, ND: 2, BT: 0, DT: 5 },
    { size: 24, NP: 5, NU: 2, ND: 2, GMT: 1, LMT: 2, DT: 0 },
  ])('has its minimum proved with %o', { timeout: 60_000 }, async (change) => {
    const constants = platform(change);
    for (const strategy of [bisection, branchAndBound]) {
      const { result } = await finish(strategy, checkerOf(toolchain, setup('baton', constants)));
      expect(result).toMatchObject(minimum(constants));
    }
  });
});
