import { afterAll, describe, expect, it } from 'vitest';
import { ticks } from '../base/ticks.ts';
import type { Constants } from '../platform/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  exactOpenclAbstract,
  exactPublishedAbstract,
  exactWarpsAbstract,
  type Tiling,
  tilings,
} from '../testing/closed-forms.ts';
import {
  censusTimes,
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  type Setup,
} from '../testing/engine.ts';
import { bisection } from '../tuning/bisection.ts';
import { branchAndBound, sweep } from '../tuning/index.ts';
import type { SemanticsId } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));
const exact = {
  published: exactPublishedAbstract,
  opencl: exactOpenclAbstract,
  warps: (tiling: Tiling, constants: Constants) => exactWarpsAbstract(tiling, constants),
} satisfies Partial<Record<SemanticsId, (tiling: Tiling, constants: Constants) => bigint>>;
const gpu = { NP: 128, NU: 108, ND: 4, LM: 2 ** 30 };
const cases: { semantics: keyof typeof exact; changes: Partial<Constants> }[] = [
  ...[10, 16, 20, 24, 28].map((n) => ({
    semantics: 'published' as const,
    changes: { size: 2 ** n },
  })),
  { semantics: 'opencl', changes: { size: 2 ** 28, LM: 2 ** 30 } },
  { semantics: 'published', changes: { size: 2 ** 20, ...gpu } },
  { semantics: 'opencl', changes: { size: 2 ** 20, ...gpu } },
  { semantics: 'warps', changes: { size: 2 ** 16, ...gpu, NS: 4, WR: 32 } },
];

describe('the abstract kernel at large sizes', () => {
  it.each(cases)(
    'takes the time of its closed form everywhere, to the last tick: $semantics, $changes',
    { timeout: 180_000 },
    async ({ semantics, changes }) => {
      const constants = platform(changes);
      const setup: Setup = { kernel, semantics, level: 'accelerated', constants };
      const wanted = new Map(
        tilings(constants.size).map((tiling) => [
          `${tiling.WG} ${tiling.TS}`,
          ticks(exact[semantics](tiling, constants)),
        ]),
      );
      const times = new Map(
        (await censusTimes(toolchain, setup)).map(({ values: { WG, TS }, time }) => [
          `${WG} ${TS}`,
          time,
        ]),
      );
      expect(times).toEqual(wanted);
      const least = [...wanted.values()].reduce((a, b) => (b < a ? b : a));
      for (const strategy of [branchAndBound, bisection, sweep]) {
        const { result } = await finish(strategy, checkerOf(toolchain, setup));
        expect(result.status).toBe('proved');
        expect(result.minTime).toBe(least);
        expect(result.optima.map(({ WG, TS }) => wanted.get(`${WG} ${TS}`))).toEqual(
          result.optima.map(() => least),
        );
      }
    },
  );
});

describe('the search', () => {
  const parameters = ['A', 'B', 'C', 'D'].map(
    (name) => `#pragma tuner param ${name} = range(1, 10, 1)`,
  );
  const text = `${parameters.join('\n')}
#pragma tuner param WG = pow2(1, 4)
#pragma tuner cost f = A * GMT + B * B + C / D
#pragma tuner require A + B <= 15
__kernel void k(__global int *a) { f(); }`;

  it('needs no more states for more configurations', { timeout: 180_000 }, async () => {
    const setup: Setup = {
      kernel: kernelOf(text),
      semantics: 'opencl',
      level: 'accelerated',
      constants: platform({ size: 64 }),
    };
    const report = await checkerOf(toolchain, setup).census?.({});
    // 10^4 ways to choose A to D, less those ruled out, with three group sizes.
    expect(report?.finishes.size).toBe((100 - 15) * 100 * 3);
    expect(report?.states).toBeLessThan(20);
    for (let row = 0; row < (report?.finishes.size ?? 0); row += 997) {
      const { A = 0, B = 0, C = 0, D = 1, WG = 1 } = report?.finishes.values(row) ?? {};
      const { NP, NU, ND, GMT, DT } = setup.constants;
      const cost = A * GMT + B * B + Math.trunc(C / D);
      const rounds = Math.ceil(64 / WG / (NU * ND));
      expect(report?.finishes.time(row)).toBe(rounds * (DT + Math.ceil(WG / NP) * cost));
    }
  });
});

describe('a configuration whose time cannot be told', () => {
  const resultOf = async (cost: string, require = '') => {
    const text = `#pragma tuner param WG = pow2(1, 16)
#pragma tuner cost f = ${cost}
${require}
__kernel void k(__global int *a) { f(); }`;
    const setup: Setup = {
      kernel: kernelOf(text),
      semantics: 'opencl',
      level: 'accelerated',
      constants: platform({ size: 16 }),
    };
    return (await finish(branchAndBound, checkerOf(toolchain, setup))).result;
  };

  it('is named where it divides by zero, until it is left out', { timeout: 180_000 }, async () => {
    const result = await resultOf('64 / (WG - 4)');
    expect(result.status).toBe('invalid');
    expect(result.reason).toMatch(/at WG 4 an expression divides by zero.*tuner require/);
    const without = await resultOf('64 / (WG - 4)', '#pragma tuner require WG > 4');
    expect(without).toMatchObject({ status: 'proved', optima: [{ WG: 16 }] });
  });

  it('is named where it passes 64 bits', { timeout: 180_000 }, async () => {
    const huge = Array.from({ length: 6 }, () => '2000000000').join(' * ');
    const result = await resultOf(`WG < 16 ? 5 : WG * ${huge}`);
    expect(result.status).toBe('invalid');
    expect(result.reason).toMatch(/at WG 16 a number passes what 64 bits hold/);
  });

  it('is invalid where a constraint divides by zero', { timeout: 180_000 }, async () => {
    const result = await resultOf('WG', '#pragma tuner require 8 / (WG - 4) != 1');
    expect(result.status).toBe('proved');
    expect(result.optima).not.toContainEqual({ WG: 4 });
  });
});
