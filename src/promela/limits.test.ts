import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  modelOf,
  platform,
  problemOf,
  simulatedTime,
} from '../testing/engine.ts';
import { ModelChecker } from '../checker/model-checker.ts';
import { bisection } from '../tuning/bisection.ts';
import { branchAndBound, sweep } from '../tuning/index.ts';
import type { RunParameters } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Work-groups of 1 to 7 of 12 items: 5 and 7 leave a remainder, with fewer groups to run. */
const remainder = `
#pragma tuner param WG = range(1, 7, 1)
#pragma tuner items 12
__kernel void k(__global int *A, __local int *L) {
  int i = get_global_id(0), l = get_local_id(0);
  L[l] = A[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  A[i] = L[l];
}`;

/** Larger tiles are faster, but do not fit. */
const tooLocal = `
#pragma tuner param WG = {2}
#pragma tuner param TS = {1, 2, 4, 8}
__kernel void k(__global int *A) {
  __local int L[TS * 16];
  for (int t = 0; t < size / TS; ++t) {
    L[get_local_id(0)] = A[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}`;

describe('configurations that break no constraint of the kernel, but a limit', () => {
  it.each([
    ['groups with a remainder', remainder, platform({ size: 12, NP: 8, NU: 2 }), { WG: 6 }],
    ['too much local memory', tooLocal, platform({ size: 8, LM: 32 }), { WG: 2, TS: 2 }],
  ] as const)('%s are never optimal', async (_, text, constants, best) => {
    const kernel = kernelOf(text);
    for (const level of ['baton', 'representatives', 'accelerated'] as const) {
      const setup = { kernel, semantics: 'opencl', level, constants } as const;
      const sampled = await finish(sweep, checkerOf(toolchain, setup));
      for (const strategy of [bisection, branchAndBound]) {
        const { result } = await finish(strategy, checkerOf(toolchain, setup));
        expect(result).toMatchObject({
          status: 'proved',
          minTime: sampled.result.minTime,
          optima: [best],
        });
      }
    }
  });

  it('are left out by the model where it has too many processes', async () => {
    // 8 units of 32 elements would need 275 processes; smaller groups have fewer elements.
    const kernel = kernelOf(exampleText('max'));
    const constants = platform({ size: 256, NP: 32, NU: 8 });
    const setup = { kernel, semantics: 'opencl', level: 'baton', constants } as const;
    const { events } = await finish(sweep, checkerOf(toolchain, setup));
    const sampled = events.flatMap((event) =>
      event.type === 'configurations' ? event.results : [],
    );
    const least = Math.min(
      ...sampled.flatMap(({ time }) => (time === undefined ? [] : Number(time))),
    );
    expect(sampled.some(({ reason }) => reason?.includes('processes'))).toBe(true);
    const { result } = await finish(branchAndBound, checkerOf(toolchain, setup));
    expect(result).toMatchObject({ status: 'proved', minTime: least });
  });

  it('make a proof impossible where time cannot be counted', async () => {
    const kernel = kernelOf(exampleText('abstract'));
    const constants = platform({ size: 2 ** 20 });
    const setup = { kernel, semantics: 'published', level: 'baton', constants } as const;
    const { result } = await finish(bisection, checkerOf(toolchain, setup));
    expect(result.status).toBe('invalid');
    expect(result.reason).toMatch(/WG 4, TS 2 may take \d+ million ticks/);
    expect(result.minTime).toBeUndefined();
  });

  it('are told in words that name the numbers', () => {
    const model = modelOf(kernelOf(remainder), 'opencl', 'baton');
    expect(model.invalid({ WG: 5 }, platform({ size: 12 }))).toBe(
      '12 work-items do not divide into groups of 5',
    );
    expect(model.invalid({ WG: 6 }, platform({ size: 12 }))).toBeUndefined();
  });
});

describe('SPIN runs at most 255 processes', () => {
  /** One unit: main, clock, host, device, unit and barrier besides the elements. */
  const oneUnit = (barrier: string) => `
#pragma tuner param WG = range(247, 250, 1)
#pragma tuner items WG
#pragma tuner barrier all
__kernel void k(__global int *A) {
  A[get_global_id(0)] = 1;
  ${barrier}
  A[get_global_id(0)] = 2;
}`;
  const constants = platform({ NP: 250, NU: 1 });

  it.each([
    ['without a barrier of all groups', oneUnit(''), 249],
    ['with one', oneUnit('all();'), 248],
  ] as const)('%s', async (_, text, most) => {
    const kernel = kernelOf(text);
    const setup = { kernel, semantics: 'opencl', level: 'baton', constants } as const;
    const checker = checkerOf(toolchain, setup);
    for (const { values, reason } of checker.configurations()) {
      const { WG = 0 } = values;
      expect(reason).toBe(
        WG <= most ? undefined : `needs ${WG + 255 - most} processes; SPIN runs at most 255`,
      );
    }
    expect(await simulatedTime(checker, { WG: most })).toBeGreaterThan(0);
    const { result } = await finish(branchAndBound, checkerOf(toolchain, setup));
    expect(result.status).toBe('proved');
    expect(result.optima.map(({ WG }) => WG)).toContain(most);
    expect(result.optima.map(({ WG }) => WG)).not.toContain(most + 1);
    // Nor would SPIN run one more, if the model let it through.
    const problem = problemOf(setup);
    const simulation = (run: RunParameters) => {
      const { text = '', sources = [] } = problem.model.simulation?.(run) ?? {};
      return { text: text.replaceAll('<= 255', '<= 256'), sources };
    };
    const unchecked = { ...problem, model: { ...problem.model, simulation } };
    const over = new ModelChecker(toolchain, unchecked, { memoryMB: 2048 });
    expect(await simulatedTime(over, { WG: most + 1 })).toBe('deadlock');
  });
});
