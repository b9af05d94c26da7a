import { expect, test } from 'vitest';
import { type Sketch, traceOf } from '../testing/traces.ts';
import { stoppedIn, waitingAtBarriers } from './waiting.ts';

const messages = (
  ...list: readonly (readonly [number, number, string, string, number?])[]
): readonly (readonly [number, number, string, string, number?])[] => list;

/** Messages from, to, on a channel, and where the kernel's barrier is. */
function waiting(list: ReturnType<typeof messages>) {
  const processes = [
    [3, 'unit'],
    [4, 'barrier'],
    [5, 'pex'],
    [6, 'pex'],
  ] as const;
  const events = list.map(([from, to, channel, message], index): Sketch => ({
    kind: 'message',
    from,
    to,
    channel,
    message,
    line: index + 1,
  }));
  const sources = list.map(([, , , , at]) =>
    at === undefined ? {} : { kernel: { start: at, end: at + 7 } },
  );
  return waitingAtBarriers(traceOf(processes, events, { sources }));
}

test('an element waits from its done to its go, whatever baton it holds meanwhile', () => {
  const arrived = messages([5, 4, 'pex_b', 'done', 10], [4, 5, 'b_pex', 'wait', 10]);
  expect(waiting(arrived)).toEqual([{ span: { start: 10, end: 17 }, elements: ['pex 0'] }]);
  expect(waiting([...arrived, ...messages([4, 5, 'b_pex', 'go'])])).toEqual([]);
});

test('elements are listed by barrier', () => {
  const both = messages([6, 4, 'pex_b', 'done', 90], [5, 4, 'pex_b', 'done', 10]);
  expect(waiting(both).map(({ elements }) => elements)).toEqual([['pex 0'], ['pex 1']]);
});

test('done to a unit is the end of a pass, not a barrier', () => {
  expect(waiting(messages([5, 3, 'pex_u', 'done', 10]))).toEqual([]);
});

/** A run of three elements that ends with these messages, each at a line of the kernel of its own. */
function stuck(...list: readonly (readonly [number, number, string, string])[]) {
  const processes = [
    [3, 'unit'],
    [4, 'barrier'],
    [5, 'pex'],
    [6, 'pex'],
    [7, 'pex'],
  ] as const;
  const events = list.map(([from, to, channel, message], index): Sketch => ({
    kind: 'message',
    from,
    to,
    channel,
    message,
    line: index + 1,
  }));
  const sources = list.map(() => ({ kernel: { start: 10, end: 17 } }));
  return traceOf(processes, events, { sources });
}

test('a run that nobody can go on with ends by saying so', () => {
  const trace = stuck([5, 4, 'pex_b', 'done'], [6, 3, 'pex_u', 'done'], [3, 7, 'u_pex', 'go']);
  expect(trace.isStuck).toBe(true);
  expect(trace.event(trace.count - 1)).toMatchObject({ kind: 'stuck' });
  expect(stoppedIn(trace)).toEqual([
    { span: { start: 10, end: 17 }, elements: ['pex 0'], over: ['pex 1'], elsewhere: ['pex 2'] },
    { elements: ['pex 2'], over: [], elsewhere: [] },
  ]);
});

test('a run that may go on or has not begun is not stuck', () => {
  expect(traceOf([[5, 'pex']], [], { sources: [{}] }).isStuck).toBe(false);
  const open = traceOf([[5, 'pex']], [{ kind: 'time', since: 0, tick: 1 }], {
    sources: [{}],
    isOpen: true,
  });
  expect(open.isStuck).toBe(false);
});
