import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Cancelled } from '../base/failure.ts';
import { randomNumbers } from '../base/random.ts';
import { SimulatedBenches, type SimulatedMachine } from '../testing/simulated-bench.ts';
import { onSwiftShader } from '../testing/software-adapters.ts';
import { CALM, SimulatedClock, type Simulation } from '../testing/simulated-gpu.ts';
import { DeviceLost } from './device.ts';
import { CHASE_LOCAL, DEPENDENT } from './probe-shaders.ts';
import { probe, type ProbeId, type Probing } from './probes.ts';
import { slopeOf } from './slope.ts';
import { RUNS } from '../testing/amounts.ts';

const ROUGH: Simulation = {
  ...CALM,
  noise: 0.01,
  step: 100_000,
  overhead: 20_000,
  drift: 1e-6,
  hasSlowStart: true,
};

const MACHINE: SimulatedMachine = {
  dependent: 2.5,
  local: 17,
  barrier: 12,
  levels: [
    [2 ** 17, 19],
    [2 ** 25, 140],
    [0, 330],
  ],
  rate: (bytes) => (bytes <= 2 ** 25 ? 5000 : 3000),
  banks: 32,
  units: 132,
  groups: 32,
  items: 2048,
  lanes: 32,
};

const probed = (
  machine: Partial<SimulatedMachine>,
  simulation: Partial<Simulation> = {},
  tell: (probing: Probing) => void = () => undefined,
  signal = new AbortController().signal,
): { readonly device: SimulatedBenches; readonly result: Promise<Probing> } => {
  const device = new SimulatedBenches({ ...MACHINE, ...machine }, { ...ROUGH, ...simulation });
  return { device, result: probe(device, { tell, signal }) };
};

const valueOf = ({ probed: all }: Probing, id: ProbeId) => all.find((one) => one.id === id);

test('95 of 100 intervals of a slope hold the truth', async () => {
  const trials = 200 * RUNS;
  let held = 0;
  for (let seed = 1; seed <= trials; seed += 1) {
    const truth = 3 + (seed % 97);
    const clock = new SimulatedClock({ ...ROUGH, seed });
    let submissions = 0;
    const slope = await slopeOf(
      (steps) => {
        submissions += 1;
        return Promise.resolve(clock.tell('', 20_000 + truth * steps, submissions));
      },
      { random: randomNumbers(seed), check: () => undefined, unit: 16 },
    );
    if ('none' in slope) throw new Error(slope.none);
    const { low, high } = slope.estimate;
    // What drifts has no one truth: it is that of the middle of the rounds.
    const middle = truth * (1 + ROUGH.drift * submissions * 0.5);
    if (low <= middle && middle <= high) held += 1;
    expect(clock.longest).toBeLessThan(100e6);
  }
  // Twice the spread of so many trials is allowed for.
  const spread = 2 * Math.sqrt((0.05 * 0.95) / trials);
  expect(held / trials).toBeGreaterThan(0.94 - spread);
  expect(held / trials).toBeLessThan(0.96 + spread);
});

test('a machine is found as it is, by a coarse clock', async () => {
  const { device, result } = probed({});
  const found = await result;
  const truth: Record<ProbeId, number> = {
    dependent: 2.5,
    localLatency: 17,
    barrier: 12,
    l1Latency: 19,
    l2Latency: 140,
    memoryLatency: 330,
    l2Bandwidth: 5000,
    bandwidth: 3000,
    lanes: 32,
    banks: 32,
    groups: 132 * 32,
    groupsOfMostItems: 132 * 2,
  };
  for (const [id, value] of Object.entries(truth)) {
    const one = found.probed.find((each) => each.id === id);
    if (!one || 'none' in one) throw new Error(`${id}: ${one?.none ?? 'not probed'}`);
    expect(Math.abs(one.middle / value - 1), id).toBeLessThan(0.02);
    expect(one.low).toBeLessThanOrEqual(one.middle);
    expect(one.high).toBeGreaterThanOrEqual(one.middle);
  }
  expect(device.clock.longest).toBeLessThan(100e6);
});

test.each<[string, Partial<SimulatedMachine>, Partial<Simulation>, ProbeId]>([
  ['noise', {}, { noise: 0.4 }, 'l1Latency'],
  ['noise', {}, { noise: 0.4 }, 'groups'],
  ['one level for all', { levels: [[0, 330]] }, {}, 'l2Latency'],
  [
    'no end in sight',
    {
      levels: [
        [2 ** 17, 19],
        [2 ** 29, 140],
        [0, 330],
      ],
    },
    {},
    'memoryLatency',
  ],
  ['no banks', { banks: 1 }, {}, 'banks'],
  ['no limit', { units: 65_536 }, {}, 'groups'],
  ['nothing takes time', { dependent: 0 }, { overhead: 0 }, 'dependent'],
  ['a refusal', { refuses: DEPENDENT }, {}, 'dependent'],
  ['steps that are not done', { skips: CHASE_LOCAL }, {}, 'localLatency'],
])('%s: no signal, and no number', async (_, machine, simulation, id) => {
  const one = valueOf(await probed(machine, simulation).result, id);
  expect(one).toHaveProperty('none');
  expect(one).not.toHaveProperty('middle');
});

test('a time that is no line of the length is no signal', async () => {
  const slope = await slopeOf((steps) => Promise.resolve(steps ** 1.6), {
    random: randomNumbers(1),
    check: () => undefined,
  });
  expect(slope).toHaveProperty('none');
});

test('a clock that changes by 9 % stays within what is told', async () => {
  const clock = new SimulatedClock({ ...ROUGH, slowsAt: 40 });
  let submissions = 0;
  const last = (steps: number): Promise<number> => {
    submissions += 1;
    return Promise.resolve(clock.tell('', 50 * steps, submissions));
  };
  const slope = await slopeOf(last, { random: randomNumbers(1), check: () => undefined });
  if ('none' in slope) throw new Error(slope.none);
  expect(slope.estimate.low).toBeGreaterThan(49);
  expect(slope.estimate.high).toBeLessThan(56);
});

test('stopped or lost in the middle, what was told stays', async () => {
  const controller = new AbortController();
  const told: Probing[] = [];
  const stopped = probed(
    {},
    {},
    (so) => {
      told.push(so);
      if (so.probed.length === 3) controller.abort();
    },
    controller.signal,
  );
  await expect(stopped.result).rejects.toThrow(Cancelled);
  expect(told.at(-1)?.probed).toHaveLength(3);
  const before: Probing[] = [];
  const lost = probed({ losesAt: 200 }, {}, (so) => before.push(so));
  await expect(lost.result).rejects.toThrow(DeviceLost);
  expect(before.at(-1)?.probed.length).toBeGreaterThan(1);
});

const found = v.union([
  v.object({ middle: v.number(), low: v.number(), high: v.number() }),
  v.object({ none: v.string() }),
]);

test(
  'shaders do their steps on SwiftShader, whose times say what they may',
  { timeout: 300_000 },
  () => {
    const [line = ''] = onSwiftShader('scripts/probe.ts', [
      '--json',
      '--rounds=1',
      '--bytes=16384',
    ]);
    const told = v.parse(
      v.object({
        facts: v.object({ isSoftware: v.literal(true) }),
        probed: v.array(v.intersect([v.object({ id: v.string() }), found])),
        latencies: v.array(v.intersect([v.object({ bytes: v.number() }), found])),
      }),
      JSON.parse(line),
    );
    expect(told.probed).toHaveLength(12);
    expect(told.probed[0]).toEqual({ id: 'lanes', middle: 4, low: 4, high: 4 });
    expect(told.latencies.map(({ bytes }) => bytes)).toEqual([4096, 8192, 16_384]);
    // Times may say nothing, but all compiles, and leads where it must.
    for (const one of [...told.probed, ...told.latencies])
      if ('none' in one)
        expect(one.none).toMatch(
          /^(stride|no |too few|longer|time is|its quartiles|the (clock|step|least))|as many|groups take/,
        );
  },
);
