import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { EVENT } from '../spin/replay-columns.ts';
import {
  checkerOf,
  exampleText,
  kernelOf,
  platform,
  type Setup,
  simulatedTraceOf,
} from '../testing/engine.ts';
import { repetitionsAt, timeSplit, type Trace, unfold } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const ticksIn = (trace: Trace) => timeSplit(trace).elements.map(({ ticks }) => ticks);

type Stretch = readonly [from: number, until: number];

/** What an element of the first unit does between two ticks, except in some stretches: its work, and the
 * barriers it meets. */
function doneBy(
  trace: Trace,
  index: number,
  [from, until]: Stretch,
  except: readonly Stretch[],
): string[] {
  const pid = trace.processes.find(
    ({ name, unit, index: own }) => name === 'pex' && unit === 0 && own === index,
  )?.pid;
  const { kind, pid: by, other, tick, until: ends, words } = trace.columns;
  const found: string[] = [];
  for (let event = 0; event < trace.count; event += 1) {
    const now = tick[event] ?? 0;
    const isWork = kind[event] === EVENT.work;
    if (except.some(([a, b]) => (isWork ? now >= a && now < b : now > a && now <= b))) continue;
    if (isWork && by[event] === pid && now >= from && now < until)
      found.push(`${words[other[event] ?? 0]} from ${now} to ${ends[event]}`);
    if (kind[event] !== EVENT.message || by[event] !== pid || now <= from || now > until) continue;
    if (trace.messageAt(event) === 'done') found.push(`${trace.channelAt(event)} at ${now}`);
  }
  return found;
}

/** Of a run of all elements; SPIN's simulator cuts longer ones off. */
const MOST_STEPS = 20_000;

const cases = [
  ...(['published', 'opencl'] as const).flatMap((semantics) =>
    ['abstract', 'minimum', 'sum', 'matmul'].map((id) => ({ id, semantics })),
  ),
  { id: 'abstract', semantics: 'warps' as const },
];

describe.each(cases)('$id, $semantics', ({ id, semantics }) => {
  it('shows each repetition as the run of all elements has it', { timeout: 120_000 }, async () => {
    const kernel = kernelOf(exampleText(id));
    const constants = platform({ size: 32, NP: 4, NU: 2 });
    const setup: Setup = { kernel, semantics, level: 'accelerated', constants };
    const checker = checkerOf(toolchain, { ...setup, level: 'baton' });
    const valid = [...checker.configurations()].filter(
      ({ reason, values }) => reason === undefined && checker.estimate(values) < MOST_STEPS,
    );
    let compared = 0;
    for (const values of [valid[0], valid.at(-1)].flatMap((each) => (each ? [each.values] : []))) {
      const folded = await simulatedTraceOf(toolchain, setup, values);
      const all = await simulatedTraceOf(toolchain, { ...setup, level: 'baton' }, values);
      expect([folded.finish, all.finish]).not.toContain(undefined);
      for (const event of folded.columns.repeats.keys()) {
        const repeated = repetitionsAt(folded, event);
        if (!repeated) continue;
        for (const number of new Set([1, 2, Math.ceil(repeated.count / 2), repeated.count])) {
          if (number > repeated.count) continue;
          const { trace, from, until, first, end } = unfold(folded, repeated, number);
          const [begins, ends] = [Number(from), Number(until)];
          expect(end).toBeGreaterThan(first);
          const ticks = [...trace.columns.tick];
          expect(ticks.toSorted((a, b) => a - b)).toEqual(ticks);
          expect(trace.endTick).toBe(folded.endTick);
          // A folded run has other events, and spends its time alike.
          expect(ticksIn(trace)).toEqual(ticksIn(folded));
          // What is repeated in a repetition stays folded in it.
          const inside = [...trace.columns.repeats.keys()]
            .filter((each) => each >= first && each < end)
            .map(
              (each) => [trace.columns.tick[each] ?? 0, trace.columns.until[each] ?? 0] as const,
            );
          const shown = doneBy(trace, 0, [begins, ends], inside);
          expect(shown).toEqual(doneBy(all, 0, [begins, ends], inside));
          compared += shown.length;
        }
      }
    }
    // What has nothing that is repeated has nothing to unfold.
    if (id === 'abstract') expect(compared).toBeGreaterThan(0);
  });
});
