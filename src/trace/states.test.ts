import { afterAll, describe, expect, it } from 'vitest';
import { usualConstants } from '../platform/index.ts';
import type { Level } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, exampleText, kernelOf, simulatedTraceOf } from '../testing/engine.ts';
import { readTimeline, statesOf, timelineOf, type Trace } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** A run of the first valid configuration. */
async function runOf(
  id: string,
  semantics: 'published' | 'opencl' | 'warps' | 'fermi' | 'device',
  level: Level,
): Promise<Trace> {
  const charged = 'machine';
  const kernel = kernelOf(exampleText(id), semantics === 'device' ? charged : undefined);
  const constants = { ...usualConstants(), size: 16 };
  const setup = { kernel, semantics, level, constants };
  const checker = checkerOf(toolchain, setup);
  const [first] = [...checker.configurations()].filter(({ reason }) => reason === undefined);
  if (semantics === 'device') {
    // SPIN's simulator does not run its model.
    const { trail } = await checker.search({ bound: 'none', configuration: first?.values ?? {} });
    if (!trail) throw new Error('it does not finish');
    return checker.replay(trail, new AbortController().signal);
  }
  return simulatedTraceOf(toolchain, setup, first?.values ?? {});
}

const cases = [
  ...(['published', 'opencl', 'warps'] as const).flatMap((semantics) =>
    (['baton', 'accelerated'] as const).map((level) => ['abstract', semantics, level] as const),
  ),
  ['sum', 'opencl', 'baton'],
  ['fermi', 'fermi', 'baton'],
  ['abstract', 'device', 'representatives'],
  ['abstract', 'device', 'accelerated'],
  ['transpose', 'device', 'accelerated'],
] as const;

describe.each(cases)('the states of a run of %s, %s, %s', (id, semantics, level) => {
  it('are those of the chart over time at every event', { timeout: 60_000 }, async () => {
    const trace = await runOf(id, semantics, level);
    const { tick } = trace.columns;
    const states = statesOf(trace);
    /** By process and tick: the last event that changes its state there. */
    const changed = new Map<string, number>();
    readTimeline(trace, (pid, _, at, event) => changed.set(`${pid} ${at}`, event));
    const { lanes } = timelineOf(trace);
    expect(lanes.length).toBeGreaterThan(0);
    const apart: unknown[] = [];
    let compared = 0;
    for (const lane of lanes) {
      const { pid } = lane;
      for (let event = 0; event < trace.count; event += 1) {
        const now = tick[event] ?? 0;
        // Earlier in a tick it may be in a state of no length, which the chart leaves out.
        if ((changed.get(`${pid} ${now}`) ?? -1) > event) continue;
        compared += 1;
        const { state } = states.at(pid, event) ?? {};
        const inChart = lane.stateAt(now);
        if (state !== inChart) apart.push([trace.label(pid), event, state, inChart]);
      }
    }
    expect(apart.slice(0, 5)).toEqual([]);
    expect(compared).toBeGreaterThan((lanes.length * trace.count) / 3);
    expect(states.hasStopped(lanes[0]?.pid ?? 0, 0)).toBe(false);
    expect(states.hasStopped(lanes[0]?.pid ?? 0, trace.count - 1)).toBe(true);
  });
});
