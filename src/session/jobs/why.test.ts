import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../checker/index.ts';
import type { Constants } from '../../platform/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import {
  openclAbstract,
  publishedAbstract,
  type Tiling,
  tilings,
} from '../../testing/closed-forms.ts';
import {
  censusTimes,
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  problemOf,
} from '../../testing/engine.ts';
import { busiest, TIME_PARTS } from '../../trace/index.ts';
import {
  branchAndBound,
  type Configuration,
  keyOf,
  type TuningResult,
} from '../../tuning/index.ts';
import { WHY, whyBest, type WhyView } from './why.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const { signal } = new AbortController();
const tools = { toolchain, memoryMB: 2048, signal, now: () => performance.now() };

async function viewOf(
  problem: Problem,
  result: TuningResult,
  changes: Partial<Parameters<typeof whyBest>[0]> = {},
): Promise<WhyView> {
  const question = {
    problem,
    result,
    nextKnown: undefined,
    isAtHand: () => true,
    atAnyCost: false,
    ...changes,
  };
  let view = WHY.none;
  for await (const so of whyBest(question, tools)) view = { ...view, ...so };
  return view;
}

const kernel = kernelOf(exampleText('abstract'));

/** The fastest tilings by a closed form, and their time. */
function bestBy(form: typeof openclAbstract, all: readonly Tiling[], constants: Constants) {
  const times = all.map((tiling) => form(tiling, constants));
  const least = Math.min(...times);
  const optima = all.filter((_, index) => times[index] === least);
  return { least, optima: optima.map((tiling): Configuration => ({ ...tiling })) };
}

describe.each([
  ['published', publishedAbstract],
  ['opencl', openclAbstract],
] as const)('the abstract kernel, %s', (semantics, form) => {
  it(
    'is explained as its closed form says, on whatever platform',
    { timeout: 120_000 },
    async () => {
      const few = (max: number, min = 1) => fc.integer({ min, max });
      const platforms = fc.record({
        GMT: few(9),
        LMT: few(4),
        NP: fc.constantFrom(2, 4),
        NU: few(2),
        BT: few(3, 0),
      });
      await fc.assert(
        fc.asyncProperty(platforms, async (changes) => {
          const constants = platform({ size: 16, ...changes });
          const all = tilings(16);
          const setup = { kernel, semantics, level: 'baton', constants } as const;
          const { result } = await finish(branchAndBound, checkerOf(toolchain, setup));
          const { best, next, effects, total } = await viewOf(problemOf(setup), result);
          const { least, optima } = bestBy(form, all, constants);
          if (!best) throw new Error('the best is explained');
          expect(best.time).toBe(least);
          expect(optima.map(keyOf)).toContain(keyOf(best.values));
          expect(total).toBe(all.length);
          const slower = all
            .map((tiling) => form(tiling, constants))
            .filter((time) => time > least);
          expect(next?.time).toBe(slower.length === 0 ? undefined : Math.min(...slower));
          for (const one of [best, ...(next ? [next] : [])]) {
            const { ticks } = busiest(one.split) ?? {};
            expect(TIME_PARTS.reduce((sum, part) => sum + (ticks?.[part] ?? 0), 0)).toBe(one.time);
          }
          // Winners and losers at every value in the answer.
          const present = new Set(optima.map(keyOf));
          for (const { name, tried, wins } of effects) {
            const at = (value: number) => bestBy(form, all, { ...constants, [name]: value });
            for (const win of wins) {
              expect(new Set(win.optima.map(keyOf))).toEqual(
                new Set(at(win.value).optima.map(keyOf)),
              );
              expect(win.optima.some((values) => present.has(keyOf(values)))).toBe(false);
              if (win.stays !== undefined)
                expect(at(win.stays).optima.some((one) => present.has(keyOf(one)))).toBe(true);
            }
            if (wins.length === 0)
              for (const value of tried)
                expect(at(value).optima.some((one) => present.has(keyOf(one)))).toBe(true);
          }
        }),
        { numRuns: 6 },
      );
    },
  );
});

it.each(['sum', 'scan', 'divergent', 'matmul'])(
  'what is said of %s is what a census at another level finds',
  { timeout: 120_000 },
  async (name) => {
    const constants = platform({ size: 16 });
    const setup = { kernel: kernelOf(exampleText(name)), semantics: 'opencl', constants } as const;
    const there = (changes: Partial<Constants>) => ({
      ...setup,
      level: 'representatives' as const,
      constants: { ...constants, ...changes },
    });
    const { result } = await finish(branchAndBound, checkerOf(toolchain, there({})));
    if (result.status !== 'proved') {
      // A kernel that may stop for ever has no best.
      expect(name).toBe('divergent');
      return;
    }
    const { effects } = await viewOf(problemOf(there({})), result);
    const won = effects.filter(({ wins }) => wins.length > 0);
    expect(won.length).toBeGreaterThan(0);
    const [{ name: constant, wins: [win] } = { name: '', wins: [] }] = won;
    const times = await censusTimes(toolchain, there({ [constant]: win?.value }));
    const least = Math.min(...times.map(({ time }) => Number(time)));
    const fastest = times
      .filter(({ time }) => Number(time) === least)
      .map(({ values }) => keyOf(values));
    expect(new Set(win?.optima.map(keyOf))).toEqual(new Set(fastest));
  },
);

it('says why other platforms are not tried', async () => {
  const setup = { kernel, semantics: 'published', level: 'baton', constants: platform() } as const;
  const { result } = await finish(branchAndBound, checkerOf(toolchain, setup));
  const problem = problemOf(setup);
  const sampled = await viewOf(problem, { ...result, status: 'sampled' });
  expect(sampled.untried).toContain('where the best is proved');
  expect(sampled.effects).toEqual([]);
  const far = await viewOf(problem, result, { isAtHand: () => false });
  expect(far).toMatchObject({ isCostly: true, effects: [] });
  const asked = await viewOf(problem, result, { isAtHand: () => false, atAnyCost: true });
  expect(asked.effects.length).toBeGreaterThan(0);
  expect(asked.untried).toBeUndefined();
});
