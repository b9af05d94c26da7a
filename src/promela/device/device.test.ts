import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { perform } from '../../checker/index.ts';
import { poseKernel } from '../../checker/pose.ts';
import { boundOf, type DeviceProgram } from '../../device/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import {
  BARRIER,
  deviceProgram,
  devicePrograms,
  numberedKernel,
  segment,
} from '../../testing/device-programs.ts';
import { simulateDevice } from '../../testing/device-simulation.ts';
import { checkerOf, censusTimes, kernelOf, platform, problemOf } from '../../testing/engine.ts';
import { METHODS } from '../../tuning/index.ts';
import type { Level } from '../index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

interface About {
  readonly level?: Level;
  readonly NS?: number;
  readonly NU?: number;
}

/** A choice among some programs. */
function numbered(
  programs: readonly DeviceProgram[],
  { level = 'accelerated', NS = 1, NU = 1 }: About = {},
) {
  const programOf = ({ N = 0 }: Readonly<Record<string, number>>): DeviceProgram => {
    const program = programs[N];
    if (!program) throw new Error(`there is no program ${N}`);
    return program;
  };
  const kernel = kernelOf(numberedKernel(programs.length));
  const constants = platform({ NU, NS });
  return { kernel, semantics: 'device', level, constants, programOf } as const;
}

/** The times of some programs, by one search. */
async function timesOf(programs: readonly DeviceProgram[], about?: About): Promise<number[]> {
  const times: number[] = [];
  for (const { values, time } of await censusTimes(toolchain, numbered(programs, about)))
    times[values['N'] ?? 0] = Number(time);
  return times;
}

/** Numbers that are the same in every run. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { numRuns: count, seed: 12 });

const upTo = (most: number, least = 0): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most });
const numbers = fc.record({
  warps: upTo(12, 1),
  times: upTo(9, 1),
  latency: upTo(199),
  cost: upTo(40, 1),
  l2: upTo(29),
  chain: upTo(59),
  resident: upTo(6, 1),
  groups: upTo(30, 1),
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
    // Each warp has its own scheduler, so that a wave's groups end at once.
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

/** Convolution of 4096 x 4096 values: on an A100 in groups of 32 x 4 items, each computing 2 x 4
 * values of a local copy; on an MI250X in groups of 64 without a copy. */
const VECTORS = [
  {
    program: deviceProgram(
      [
        segment({ times: 6, port: 12, l2: 17, latency: 235, issue: 32 }),
        BARRIER,
        segment({ times: 27, port: 30, latency: 29, issue: 133, chain: 33 }),
        segment({ port: 16, l2: 29, issue: 16 }),
      ],
      { warps: 4, resident: 16, groups: 152 },
    ),
    time: 640_520,
    wave: 64_052,
  },
  {
    program: deviceProgram(
      [
        segment({ times: 18, port: 148, l2: 20, latency: 130, issue: 400, chain: 50 }),
        segment({ port: 39, l2: 73, issue: 32 }),
      ],
      { warps: 1, resident: 17, groups: 298 },
    ),
    time: 838_098,
    wave: 46_561,
  },
];

it('takes the time that is known of two convolutions', async () => {
  const waves = VECTORS.map(({ program }) => ({ ...program, groups: program.resident }));
  expect(await timesOf([...VECTORS.map(({ program }) => program), ...waves], { NS: 4 })).toEqual([
    ...VECTORS.map(({ time }) => time),
    ...VECTORS.map(({ wave }) => wave),
  ]);
});

it('finds just the programs that end within a bound', { timeout: 60_000 }, async () => {
  const all = sample(devicePrograms, 100);
  const times = all.map((one) => simulateDevice(one, { schedulers: 2 }).time);
  const checker = checkerOf(toolchain, numbered(all, { NS: 2 }));
  for (const bound of [10, 100, 500, 1000, 5000]) {
    const { finishes } = await checker.search({ bound, all: true });
    expect(finishes.map(({ values }) => values['N']).toSorted((a = 0, b = 0) => a - b)).toEqual(
      times.flatMap((time, N) => (time <= bound ? [N] : [])),
    );
  }
});

it('finds the fastest program by every method', { timeout: 60_000 }, async () => {
  // None of them is over at once.
  const first = segment({ issue: 1 });
  const all = sample(devicePrograms, 60).map((one) => ({ ...one, steps: [first, ...one.steps] }));
  const least = Math.min(...all.map((one) => simulateDevice(one, { schedulers: 2 }).time));
  for (const { id } of METHODS) {
    const checker = checkerOf(toolchain, numbered(all, { NS: 2 }));
    const { signal } = new AbortController();
    const further = { toolchain: () => createNodeToolchain(), workers: 1 };
    const { minTime, status } = await perform(id, checker, () => undefined, signal, further);
    expect({ id, minTime, status }).toEqual({
      id,
      minTime: least,
      status: id === 'swarm' ? 'sampled' : 'proved',
    });
  }
});

it(
  'looks programs up by parameters of any names, some of which the model has',
  { timeout: 120_000 },
  async () => {
    const names = ['warps', 'wave', 'table', 'port', 'head', 'steps', 'least', 'time', 'queue'];
    const text = [
      ...names.map((name) => `#pragma tuner param ${name} = {3, 1}`),
      '#pragma tuner local_size 1',
      '#pragma tuner items 1',
      `__kernel void named(__global int *a) { a[0] = ${names.join(' + ')}; }`,
    ].join('\n');
    const cost = (values: Readonly<Record<string, number>>): number =>
      names.reduce((sum, name, place) => sum + (values[name] ?? 0) * 4 ** place, 0);
    const setup = {
      ...numbered([]),
      kernel: kernelOf(text),
      programOf: (values: Readonly<Record<string, number>>) =>
        deviceProgram([segment({ issue: cost(values) })]),
    };
    for (const level of ['accelerated', 'baton'] as const) {
      const found = await censusTimes(toolchain, { ...setup, level });
      expect(found).toHaveLength(2 ** names.length);
      for (const { values, time } of found) expect(time).toBe(cost(values));
    }
  },
);

describe('levels', () => {
  it('run each unit at baton, where there are processes enough', async () => {
    const program = deviceProgram([segment({ times: 3, port: 5, latency: 20, issue: 4 })], {
      warps: 3,
      resident: 2,
      groups: 5,
    });
    const text = numberedKernel(1).replace('items 1', 'items 20');
    for (const [NU, needed] of [
      [2, undefined],
      [20, 3 + 20 * (3 + 2 + 2 + 6)],
    ] as const) {
      const setup = {
        ...numbered([program], { level: 'baton', NS: 2, NU }),
        kernel: kernelOf(text),
      };
      const reason = problemOf(setup).model.invalid({ N: 0 }, setup.constants);
      expect(reason).toBe(
        needed && `needs ${needed} processes; SPIN runs at most 255: use level representatives`,
      );
      if (needed !== undefined) continue;
      const [found] = await censusTimes(toolchain, setup);
      expect(found?.time).toBe(simulateDevice(program, { schedulers: 2 }).time);
    }
  });

  it('need representatives or acceleration where there are not', () => {
    const program = deviceProgram([segment({ issue: 4 })], { warps: 32, resident: 8, groups: 8 });
    const reasonAt = (level: Level): string | undefined => {
      const setup = numbered([program], { level });
      const posed = poseKernel(setup.kernel, setup);
      return posed.model?.invalid({ N: 0 }, setup.constants);
    };
    expect(reasonAt('representatives')).toMatch(/needs 271 processes.*use level accelerated$/);
    expect(reasonAt('accelerated')).toBeUndefined();
  });

  it('do not include one where requests come in any order', () => {
    const setup = numbered([deviceProgram([])], { level: 'free' });
    const { diagnostics } = poseKernel(setup.kernel, setup);
    expect(diagnostics).toMatchObject([{ code: 'no-level-free' }]);
  });
});

/** The time of a program if no two warps did anything at once. */
const oneAfterTheOther = ({ steps, warps, groups, resident }: DeviceProgram): number =>
  steps.reduce(
    (sum, step) =>
      step.kind === 'barrier'
        ? sum
        : sum +
          step.times * (step.port + step.l2 + step.latency + Math.max(step.issue, step.chain)),
    0,
  ) *
  warps *
  Math.min(groups, resident) *
  Math.ceil(groups / resident);

describe('programs of warps at random', () => {
  it.each([1, 3, 4])(
    'take as long as a simulation says, with %i schedulers',
    { timeout: 60_000 },
    async (NS) => {
      const all = sample(devicePrograms, 300);
      const times = await timesOf(all, { NS });
      expect(times).toEqual(all.map((program) => simulateDevice(program, { schedulers: NS }).time));
      for (const [index, program] of all.entries()) {
        const time = times[index] ?? 0;
        expect(time).toBeGreaterThanOrEqual(boundOf(program, { schedulers: NS }).least);
        expect(time).toBeLessThanOrEqual(oneAfterTheOther(program));
      }
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
