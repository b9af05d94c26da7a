import { unpackTrail } from '../base/packed-trail.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { usualConstants } from '../platform/index.ts';
import { EXAMPLE_LIST } from '../session/example-list.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { EVENT } from '../spin/replay-columns.ts';
import { checkerOf, exampleText, kernelOf } from '../testing/engine.ts';
import { replayedByPan } from '../testing/pan-text.ts';
import { ELEMENT_STATES, timelineOf } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Small enough for a replay as text. */
const smaller = (size: number): number => Math.min(32, size / 2);

/** A run of the first valid configuration of an example, and the same as pan tells it. */
async function runOf({ id, semantics, size }: (typeof EXAMPLE_LIST)[number]) {
  const constants = { ...usualConstants(), size: smaller(size) };
  const kernel = kernelOf(exampleText(id));
  const checker = checkerOf(toolchain, { kernel, semantics, level: 'baton', constants });
  const [configuration] = [...checker.configurations()].filter(
    ({ reason }) => reason === undefined,
  );
  if (!configuration) throw new Error(`${id} has no valid configuration`);
  const request = { configuration: configuration.values };
  const finished = await checker.search({ ...request, bound: 'none' });
  const { trail } = finished.trail
    ? finished
    : await checker.search({ ...request, bound: 'deadlock' });
  if (!trail) throw new Error(`${id} has no run`);
  const trace = await checker.replay(trail);
  const { module } = await checker.verifier();
  return { trace, told: replayedByPan(module, unpackTrail(trail.packed), trail.words) };
}

/** Those of the size of measurements are too large to run by their elements. */
const small = EXAMPLE_LIST.filter(({ semantics }) => semantics !== 'device');

describe.each(small)('the run of $id', (example) => {
  it('accounts for every tick, and has the messages of SPIN', { timeout: 120_000 }, async () => {
    const { trace, told } = await runOf(example);
    const { columns } = trace;
    const end = Number(trace.endTick);
    expect(end).toBeGreaterThan(0);

    const { lanes } = timelineOf(trace);
    const elements = trace.processes.filter(({ name }) => name === 'pex' || name === 'unit');
    expect(lanes.map(({ pid }) => pid)).toEqual(elements.map(({ pid }) => pid));
    for (const lane of lanes) {
      const totals = lane.totals();
      const label = trace.label(lane.pid);
      // Spans follow each other from the beginning to the end.
      const starts = [...lane.start];
      expect([label, starts[0], starts.toSorted((a, b) => a - b)]).toEqual([label, 0, starts]);
      const sum = ELEMENT_STATES.reduce((ticks, state) => ticks + totals[state], 0);
      expect([label, sum]).toEqual([label, end]);
      // No tick is left that neither a phase nor a wait explains: who is idle has nothing to do.
      for (let span = 0; span < lane.count; span += 1) {
        const begun = lane.event[span] ?? -1;
        if (lane.stateOf(span) !== 'idle' || begun < 0) continue;
        expect([label, trace.messageAt(begun)]).toEqual([
          label,
          expect.stringMatching('done|stop'),
        ]);
      }
      // Phases last as long as the model said: none was cut off, none overlaps another.
      for (const space of ['global', 'local', 'private'] as const) {
        let ticks = 0;
        for (let at = 0; at < columns.count; at += 1) {
          const own = columns.kind[at] === EVENT.work && columns.pid[at] === lane.pid;
          if (!own || columns.words[columns.other[at] ?? 0] !== space) continue;
          ticks += Math.min(end, columns.until[at] ?? 0) - (columns.tick[at] ?? 0);
        }
        expect([label, space, totals[space]]).toEqual([label, space, ticks]);
      }
    }

    const { steps } = told;
    const sends = steps.flatMap((step, at) =>
      step.message?.direction === 'send' ? [{ send: step, receive: steps[at + 1] }] : [],
    );
    const messages = Array.from({ length: trace.count }, (_, at) => trace.event(at)).filter(
      (event) => event.kind === 'message',
    );
    expect(
      messages.map(({ from, to, line, message, values, channel }) => [
        from,
        to,
        line,
        channel,
        [message, ...values.map(String)].join(),
      ]),
    ).toEqual(
      sends.map(({ send, receive }) => [
        send.pid,
        receive?.pid,
        send.line,
        receive?.message?.channel,
        send.message?.fields.join(),
      ]),
    );
  });
});
