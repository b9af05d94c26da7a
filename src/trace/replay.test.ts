import { unpackTrail } from '../base/packed-trail.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Block, Kernel, Space } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import type { Level } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import type { CompiledVerifier } from '../spin/toolchain.ts';
import { checkerOf, exampleText, finish, kernelOf, platform } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { bisection } from '../tuning/bisection.ts';
import type { Configuration, Trail } from '../tuning/index.ts';
import { replayedByPan } from '../testing/pan-text.ts';
import type { Trace } from './index.ts';
import { eventsOf as of } from '../testing/traces.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

interface Replayed {
  readonly kernel: Kernel;
  readonly text: string;
  readonly constants: Constants;
  readonly minTime: number;
  readonly optimum: Configuration;
  readonly trail: Trail;
  readonly trace: Trace;
  readonly verifier: CompiledVerifier;
}

/** The counterexample of a proved minimum, replayed. */
async function replayed(
  name: string,
  changes: Partial<Constants>,
  level: Level = 'baton',
): Promise<Replayed> {
  const text = exampleText(name);
  const kernel = kernelOf(text);
  const constants = platform(changes);
  const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level, constants });
  const { result } = await finish(bisection, checker);
  const { trail, minTime } = result;
  if (!trail || minTime === undefined) throw new Error(`no counterexample: ${result.reason}`);
  const trace = await checker.replay(trail);
  const optimum = of(trace, 'finish').at(-1)?.values ?? {};
  const verifier = await checker.verifier();
  const { time: _, ...values } = optimum;
  return {
    kernel,
    text,
    constants,
    minTime: Number(minTime),
    optimum: values,
    trail,
    trace,
    verifier,
  };
}

/** Source text of every access of a kernel that is to one memory space. */
function accessesTo(kernel: Kernel, text: string, space: Space): string[] {
  const visit = (block: Block): string[] =>
    block.flatMap((node) => {
      if (node.kind === 'work') {
        return node.accesses.some((access) => access.space === space)
          ? [text.slice(node.span.start, node.span.end)]
          : [];
      }
      if (node.kind === 'loop') return visit(node.body);
      return node.kind === 'branch' ? [...visit(node.then), ...visit(node.otherwise)] : [];
    });
  return visit(kernel.body);
}

const cases: [string, Partial<Constants>, Level?][] = [
  ['abstract', { size: 8 }],
  ['sum', { size: 4, NP: 2, NU: 1 }, 'free'],
  ['abstract', { size: 16, NP: 3, ND: 2, DT: 0, BT: 0 }],
  ['sum', { size: 16, NP: 3 }],
  ['stencil', { size: 16, NU: 1 }],
  ['scan', { size: 8, NP: 2, BT: 3 }],
  ['max', { size: 8 }],
];

describe.each(cases)('the counterexample of %s with %o, level %s', (name, changes, level) => {
  it('tells what the model did', { timeout: 120_000 }, async () => {
    const run = await replayed(name, changes, level);
    const { trace, constants, kernel, optimum, text } = run;
    const expected = simulateEvents(kernel, optimum, constants);
    if (expected.kind !== 'finished') throw new Error('the oracle finds a deadlock');

    // It ends when the minimum says, and time never runs backwards.
    expect(trace.endTick).toBe(run.minTime);
    expect(expected.time).toBe(run.minTime);
    expect(of(trace, 'finish')).toEqual([expect.objectContaining({ tick: run.minTime })]);
    const ticks = [...trace.columns.tick];
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
    for (const { since, tick } of of(trace, 'time')) expect(tick).toBeGreaterThanOrEqual(since);
    expect(trace.variables).toMatchObject(optimum);

    // Each element worked as long as the oracle's: elements of one unit by their index.
    const pexes = trace.processes.filter((process) => process.name === 'pex');
    const units = trace.processes.filter((process) => process.name === 'unit');
    const unitOf = (pid: number): number => units.findLastIndex((unit) => unit.pid < pid);
    const sums = (from: readonly (readonly [string, number])[]): Record<string, number> => {
      const totals: Record<string, number> = {};
      for (const [key, value] of from) if (value > 0) totals[key] = (totals[key] ?? 0) + value;
      return totals;
    };
    const works = of(trace, 'work');
    const measured = sums(
      works.map(({ pid, space, tick, until }) => {
        const index = pexes.find((process) => process.pid === pid)?.index ?? -1;
        return [`${unitOf(pid)}.${index} ${space}`, Number(until) - Number(tick)];
      }),
    );
    const wanted = sums(
      expected.groups.flatMap(({ unit, elements }) =>
        elements.flatMap((worked, index) =>
          Object.entries(worked).map(([space, value]): [string, number] => [
            `${unit}.${index} ${space}`,
            value,
          ]),
        ),
      ),
    );
    // Units with equal groups may change places at one tick, so only with one unit are they told apart.
    if (units.length === 1) expect(measured).toEqual(wanted);
    const values = (totals: Record<string, number>): number[] =>
      Object.values(totals).toSorted((a, b) => a - b);
    expect(values(measured)).toEqual(values(wanted));

    // Phases of one element do not overlap, and each is in the kernel at a statement with such a cost.
    for (const { pid } of pexes) {
      const own = works.filter((work) => work.pid === pid);
      for (const [at, work] of own.entries()) {
        expect(work.tick).toBeGreaterThanOrEqual(own[at - 1]?.until ?? 0);
        expect(work.until).toBeLessThanOrEqual(run.minTime);
      }
    }
    for (const { kernel: span, space } of works) {
      const statement = text.slice(span?.start, span?.end);
      expect(accessesTo(kernel, text, space)).toContain(statement);
    }
  });

  it('has the messages of the replay', { timeout: 120_000 }, async () => {
    const { trace, trail, verifier } = await replayed(name, changes, level);
    const { steps, globals } = replayedByPan(
      verifier.module,
      unpackTrail(trail.packed),
      trail.words,
    );
    expect(trace.variables).toEqual(globals);
    // Of the last step pan tells no more: it is the assertion that fails.
    expect(trace.columns.steps).toBe(steps.length + 1);
    const sends = steps.flatMap((step, index) =>
      step.message?.direction === 'send' ? [{ step, index }] : [],
    );
    const pids = new Map(trace.processes.map((process) => [process.pid, process.name]));
    const messages = of(trace, 'message');
    expect(messages.map(({ step }) => step - 1)).toEqual(sends.map(({ index }) => index));
    for (const [at, message] of messages.entries()) {
      const send = steps[message.step - 1];
      const receive = steps[message.step];
      if (!send?.message || !receive?.message) throw new Error(`message ${at} is none`);
      // The two halves of a rendezvous stand next to each other.
      // (pan prints other fields at a receiver that drops them, so those of the send count.)
      expect(receive.message).toMatchObject({ direction: 'receive', queue: send.message.queue });
      const [word, ...values] = send.message.fields;
      expect(message).toMatchObject({
        from: send.pid,
        to: receive.pid,
        channel: receive.message.channel,
        line: send.line,
        message: word,
        values: values.map(Number),
      });
      expect([pids.get(message.from), pids.get(message.to)]).toEqual([
        send.process,
        receive.process,
      ]);
    }
  });
});
