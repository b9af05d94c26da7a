import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../device/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import {
  BARRIER,
  deviceProgram,
  devicePrograms,
  numberedKernel,
  segment,
} from '../../testing/device-programs.ts';
import { simulateDevice } from '../../testing/device-simulation.ts';
import { censusTimes, kernelOf, platform } from '../../testing/engine.ts';
import type { Level } from '../index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** The times of some programs, by one search. */
async function timesOf(
  programs: readonly DeviceProgram[],
  { level = 'accelerated', NS = 1 }: { readonly level?: Level; readonly NS?: number } = {},
): Promise<number[]> {
  const kernel = kernelOf(numberedKernel(programs.length));
  const programOf = ({ N = 0 }: Readonly<Record<string, number>>): DeviceProgram => {
    const program = programs[N];
    if (!program) throw new Error(`there is no program ${N}`);
    return program;
  };
  const constants = platform({ NU: 1, NS });
  const times: number[] = [];
  const setup = { kernel, semantics: 'device', level, constants, programOf } as const;
  for (const { values, time } of await censusTimes(toolchain, setup))
    times[values['N'] ?? 0] = Number(time);
  return times;
}

/** Numbers that are the same in every run. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { numRuns: count, seed: 12 });

const upTo = (most: number, least = 0): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most });
const numbers = fc.record({
  ...{ warps: upTo(12, 1), times: upTo(9, 1), latency: upTo(199), cost: upTo(40, 1) },
  ...{ l2: upTo(29), chain: upTo(59), resident: upTo(6, 1), groups: upTo(30, 1) },
});

/** Programs whose time has a closed form, by what they show. */
const CLOSED_FORMS: Readonly<
  Record<
    string,
    (
      given: typeof numbers extends fc.Arbitrary<infer T> ? T : never,
    ) => readonly [DeviceProgram, number]
  >
> = {
  'a warp alone': ({ times, latency, cost, l2, chain }) => [
    deviceProgram([segment({ times, port: cost, l2, latency, issue: cost, chain })]),
    times * (Math.max(cost, l2) + latency + Math.max(cost, chain)),
  ],
  'warps of a scheduler': ({ warps, times, latency, cost }) => [
    deviceProgram([segment({ times, latency, issue: cost })], { warps }),
    latency + warps * cost + (times - 1) * Math.max(warps * cost, latency + cost),
  ],
  'warps at a port': ({ warps, times, latency, cost }) => [
    deviceProgram([segment({ times, latency, port: cost })], { warps }),
    warps * cost + latency + (times - 1) * Math.max(warps * cost, cost + latency),
  ],
  'a barrier': ({ warps, cost, chain }) => [
    deviceProgram([segment({ issue: cost }), BARRIER, segment({ issue: chain })], { warps }),
    warps * (cost + chain),
  ],
};

describe('the device semantics', () => {
  it.each(Object.entries(CLOSED_FORMS))(
    'has the closed form of %s',
    { timeout: 60_000 },
    async (_, form) => {
      const cases = sample(numbers, 200).map(form);
      expect(await timesOf(cases.map(([program]) => program))).toEqual(
        cases.map(([, time]) => time),
      );
    },
  );

  it('runs waves one after the other', { timeout: 60_000 }, async () => {
    // Each warp has a scheduler of its own, so that all groups of a wave end at once.
    const cases = sample(numbers, 200).map(({ times, latency, cost, resident, groups }) => {
      const steps = [segment({ times, latency, issue: cost })];
      return {
        program: deviceProgram(steps, { resident, groups }),
        time: Math.ceil(groups / resident) * times * (latency + cost),
      };
    });
    expect(
      await timesOf(
        cases.map(({ program }) => program),
        { NS: 6 },
      ),
    ).toEqual(cases.map(({ time }) => time));
  });
});

describe('programs of warps at random', () => {
  it.each([1, 3, 4])(
    'take as long as a simulation says, with %i schedulers',
    { timeout: 60_000 },
    async (NS) => {
      const all = sample(devicePrograms, 300);
      expect(await timesOf(all, { NS })).toEqual(
        all.map((program) => simulateDevice(program, { schedulers: NS }).time),
      );
    },
  );

  it.each(['representatives', 'baton'] as const)(
    'take as long at level %s as accelerated',
    { timeout: 120_000 },
    async (level) => {
      const all = sample(devicePrograms, 40);
      expect(await timesOf(all, { NS: 2, level })).toEqual(await timesOf(all, { NS: 2 }));
    },
  );
});
