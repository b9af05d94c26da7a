import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../device/index.ts';
import type { Level } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  BARRIER,
  deviceProgram,
  devicePrograms,
  numberedKernel,
  segment,
} from '../testing/device-programs.ts';
import { checkerOf, kernelOf, platform } from '../testing/engine.ts';
import { deviceTimeline, type Trace } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** The traces of some programs, on two schedulers. */
async function tracesOf(programs: readonly DeviceProgram[], level: Level): Promise<Trace[]> {
  const setup = {
    kernel: kernelOf(numberedKernel(programs.length)),
    ...({ semantics: 'device', level, constants: platform({ NU: 1, NS: 2 }) } as const),
    programOf: ({ N = 0 }) => programs[N] ?? deviceProgram([]),
  };
  const checker = checkerOf(toolchain, setup);
  const traces: Trace[] = [];
  for (const [N] of programs.entries()) {
    const { trail } = await checker.search({ bound: 'none', configuration: { N } });
    if (!trail) throw new Error(`program ${N} has no trail`);
    traces.push(await checker.replay(trail));
  }
  return traces;
}

/** What happens in a unit, in order, in words. */
const happenings = (trace: Trace): string[] =>
  Array.from({ length: trace.count }, (_, index) => trace.event(index)).flatMap((event) => {
    if (event.kind === 'work') {
      const { device, pid, tick, until } = event;
      return `${tick} ${trace.label(pid)}: ${JSON.stringify(device)} until ${until}`;
    }
    if (event.kind !== 'message' || !OF_WARPS.test(event.channel)) return [];
    const { tick, from, to, channel, message } = event;
    return `${tick} ${trace.label(from)} ${channel}!${message} ${trace.label(to)}`;
  });
const OF_WARPS = /^(\w+_w|w_\w+)$/;

const some = fc.sample(devicePrograms, { numRuns: 6, seed: 5 });

describe('a run in the device semantics', () => {
  it(
    'is told the same whether its warps are processes or it is one step in C',
    { timeout: 60_000 },
    async () => {
      const [folded, whole] = [
        await tracesOf(some, 'accelerated'),
        await tracesOf(some, 'representatives'),
      ];
      for (const [index, trace] of folded.entries()) {
        const other = whole[index];
        if (!other) throw new Error('there are fewer traces');
        expect(happenings(trace)).toEqual(happenings(other));
        // A process that has nothing to do takes no step.
        for (const { pid, label } of other.processes) expect(trace.label(pid)).toBe(label);
        expect(deviceTimeline(trace).hidden).toBe(deviceTimeline(other).hidden);
      }
    },
  );

  it('has lanes without overlaps, in which every warp does all of its program', async () => {
    for (const [index, trace] of (await tracesOf(some, 'accelerated')).entries()) {
      const program = some[index];
      const { lanes, hidden, latency } = deviceTimeline(trace);
      for (const { spans } of lanes)
        for (const [at, { from }] of spans.entries())
          expect(from).toBeGreaterThanOrEqual(spans[at - 1]?.until ?? 0);
      const sum = (cost: 'latency' | 'issue'): number =>
        (program?.steps ?? []).reduce(
          (total, step) => (step.kind === 'barrier' ? total : total + step.times * step[cost]),
          0,
        );
      const warps = trace.processes.filter(({ name }) => name === 'warp');
      expect(latency).toBe(warps.length * sum('latency'));
      expect(hidden).toBeLessThanOrEqual(latency);
      const issued = lanes
        .filter(({ pid }) => trace.process(pid)?.name === 'scheduler')
        .flatMap(({ spans }) => spans)
        .reduce((total, { from, until }) => total + until - from, 0);
      expect(issued).toBe(warps.length * sum('issue'));
    }
  });

  it('has its latency hidden as far as others work meanwhile', async () => {
    const step = segment({ latency: 100, issue: 30 });
    const [alone, two, barrier] = await tracesOf(
      [
        deviceProgram([step]),
        // Both are of the first scheduler: one issues while the other waits, but not at first.
        deviceProgram([segment({ latency: 100, issue: 30, times: 2 })], { warps: 3 }),
        deviceProgram([segment({ issue: 20 }), BARRIER], { warps: 3 }),
      ],
      'accelerated',
    );
    if (!alone || !two || !barrier) throw new Error('there are fewer traces');
    expect(deviceTimeline(alone)).toMatchObject({ latency: 100, hidden: 0 });
    // Warps 0 and 2 wake at 100; 0 issues until 130 and waits until 230, 2 issues until 160 and waits until 260: of
    // the latency of 0 the time from 130 to 160 is hidden, of that of 2 the time from 230 on.
    expect(deviceTimeline(two)).toMatchObject({ latency: 600, hidden: 60 });
    const waits = deviceTimeline(barrier).lanes.flatMap(({ pid, spans }) =>
      spans
        .filter(({ what }) => what === 'barrier')
        .map(({ from, until }) => [barrier.label(pid), from, until]),
    );
    expect(waits).toEqual([
      ['warp 0', 20, 40],
      ['warp 1', 20, 40],
    ]);
  });

  it('names its processes, and leads to where the kernel does what they do', async () => {
    const [place, computes] = [
      { start: 3, end: 9 },
      { start: 20, end: 30 },
    ];
    const program = deviceProgram([{ ...segment({ port: 4, issue: 2 }), place, computes }], {
      warps: 2,
      resident: 2,
      groups: 4,
    });
    const [trace] = await tracesOf([program], 'accelerated');
    if (!trace) throw new Error('there is no trace');
    expect(trace.processes.map(({ label }) => label)).toEqual([
      'main',
      'clock',
      'host',
      'unit',
      'memory port',
      'L2',
      'scheduler 0',
      'scheduler 1',
      'warp 0',
      'warp 1',
      'warp 2',
      'warp 3',
    ]);
    expect(trace.processes.at(-1)).toMatchObject({ group: 1, index: 3, unit: 0 });
    expect(trace.finish).toMatchObject({ N: 0 });
    expect(trace.endTick).toBe(2 * 18);
    const places = Array.from({ length: trace.count }, (_, index) => trace.event(index)).flatMap(
      (event) => (event.kind === 'work' ? [[event.device?.what, event.kernel]] : []),
    );
    expect(places).toContainEqual(['port', place]);
    expect(places).toContainEqual(['arithmetic', computes]);
  });
});
