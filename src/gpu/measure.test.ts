import { expect, test } from 'vitest';
import { Cancelled } from '../base/failure.ts';
import {
  CALM,
  SimulatedGpu,
  type SimulatedKernel,
  type Simulation,
  simulatedModule,
} from '../testing/simulated-gpu.ts';
import { measure, type Measurement, type MeasureOptions } from './measure.ts';
import { estimateOf, orderOf, ratioOf, timeOf } from './statistics.ts';
import { RUNS } from '../testing/amounts.ts';

interface Told {
  readonly gpu: SimulatedGpu;
  readonly told: Measurement[];
  readonly result: Promise<Measurement>;
}

function begin(
  kernels: Readonly<Record<string, SimulatedKernel>>,
  simulation: Partial<Simulation> = {},
  options: Partial<MeasureOptions> = {},
  wrong: (code: string) => string | undefined = () => undefined,
): Told {
  const gpu = new SimulatedGpu(kernels, { ...CALM, ...simulation });
  const told: Measurement[] = [];
  const candidates = Object.keys(kernels).map((code) => ({
    module: simulatedModule(code),
    before: [],
    wrong: () => wrong(code),
  }));
  const result = measure(candidates, {
    open: () => gpu.open(),
    signal: new AbortController().signal,
    ...options,
    tell: (so) => {
      told.push(so);
      options.tell?.(so);
    },
  });
  return { gpu, told, result };
}

/** All that a machine does to its times: the clock's steps, drift, a slower half, a slow start. */
const ROUGH = {
  noise: 0.01,
  step: 100_000,
  overhead: 2000,
  drift: 1e-4,
  hasSlowStart: true,
} as const;

test('95 of 100 intervals hold the truth, and none of the rest orders a pair wrongly', async () => {
  const trials = 250 * RUNS;
  let [held, wrong, ties, told] = [0, 0, 0, 0];
  for (let seed = 1; seed <= trials; seed += 1) {
    const truth = 1 + ((seed % 11) - 5) / 100;
    const { gpu, result } = begin(
      { a: { time: 100_000 * truth }, b: { time: 100_000 }, c: { time: 100_000 } },
      { ...ROUGH, seed, slowsAt: 30 + ((seed * 37) % 120) },
      { seed },
    );
    const { measured } = await result;
    const [a, b, c] = measured.map(({ times }) => times);
    const ratio = ratioOf(a ?? [], b ?? [], seed);
    const equal = ratioOf(b ?? [], c ?? [], seed);
    if (ratio === undefined || equal === undefined) throw new Error('nothing was timed');
    if (ratio.low <= truth && truth <= ratio.high) held += 1;
    if (equal.low <= 1 && 1 <= equal.high) ties += 1;
    const order = orderOf(ratio);
    if (order !== 'tie') told += 1;
    if ((order === 'faster' && truth > 1) || (order === 'slower' && truth < 1)) wrong += 1;
    expect(gpu.longest).toBeLessThan(110e6);
  }
  // Twice the spread of so many trials is allowed for.
  const spread = 2 * Math.sqrt((0.05 * 0.95) / trials);
  expect(held / trials).toBeGreaterThan(0.94 - spread);
  expect(held / trials).toBeLessThan(0.96 + spread);
  expect(ties / trials).toBeGreaterThan(0.94 - spread);
  expect(wrong / trials).toBeLessThan(0.025);
  // Differences of 2 % and more are seen.
  expect(told / trials).toBeGreaterThan(0.6);
});

test('without noise the time is the truth, less that of the empty kernel', async () => {
  const { measured } = await begin({ a: { time: 50_000 } }, { overhead: 7000 }).result;
  const time = timeOf(measured[0]?.times ?? []);
  expect(time?.middle).toBeCloseTo(50_000, 0);
});

test('a sum of many does not hold the interval of a few', () => {
  expect(estimateOf([1, 2, 3, 4])).toBeUndefined();
  expect(estimateOf([5, 5, 5, 5, 5])).toEqual({ middle: 5, low: 5, high: 5 });
});

test.each(['bind-group', 'compile'] as const)('a fault of %s yields no number', async (fault) => {
  const { measured } = await begin({ good: { time: 1e5 }, bad: { time: 1e5, fault } }).result;
  expect(measured.map(({ state }) => state)).toEqual(['timed', 'failed']);
  expect(measured[1]?.times).toEqual([]);
  expect(measured[1]?.message).not.toBe('');
});

test('a wrong result is never timed', async () => {
  const { result } = begin({ good: { time: 1e5 }, bad: { time: 1e4 } }, {}, {}, (code) =>
    code === 'bad' ? 'out[0] is 1, where the run of values has 2' : undefined,
  );
  const { measured } = await result;
  expect(measured[1]).toMatchObject({ state: 'failed', times: [] });
  expect(measured[1]?.message).toContain('out[0] is 1');
});

test('a launch of more than 100 ms is foreseen, and not submitted', async () => {
  const { gpu, result } = begin({ long: { time: 900e6 }, good: { time: 1e6 } });
  const { measured } = await result;
  expect(measured.map(({ state }) => state)).toEqual(['failed', 'timed']);
  expect(measured[0]?.message).toContain('900 ms');
  expect(gpu.longest).toBeLessThan(100e6);
});

test('a lost device keeps what was measured, and another goes on', async () => {
  const { gpu, told, result } = begin(
    { a: { time: 1e5 }, b: { time: 2e5 } },
    { losesAt: [70, 90] },
  );
  const { measured, lost } = await result;
  expect([lost, gpu.opened]).toEqual([2, 3]);
  for (const { state, times } of measured) {
    expect(state).toBe('timed');
    expect(times.filter((time) => time !== undefined)).toHaveLength(20);
  }
  const rounds = told.map(({ round }) => round);
  expect(rounds).toEqual(rounds.toSorted((x, y) => x - y));
});

test('a device that is lost again and again ends it', async () => {
  const losesAt = Array.from({ length: 400 }, (_, i) => i + 20);
  await expect(begin({ a: { time: 1e5 } }, { losesAt }).result).rejects.toThrow('lost');
});

test('cancelled in the middle, what was told stays', async () => {
  const controller = new AbortController();
  const { told, result } = begin(
    { a: { time: 1e5 } },
    {},
    {
      signal: controller.signal,
      tell: ({ round }) => {
        if (round === 6) controller.abort();
      },
    },
  );
  await expect(result).rejects.toThrow(Cancelled);
  expect(told.at(-1)?.round).toBe(6);
  expect(told.at(-1)?.measured[0]?.times).toHaveLength(6);
});

test('what takes no time has none', async () => {
  const { measured } = await begin({ none: { time: 0 } }, { overhead: 1e4, noise: 0.01 }).result;
  expect(measured[0]?.state).toBe('failed');
});
