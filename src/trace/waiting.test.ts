import { expect, test } from 'vitest';
import type { TraceEvent } from './events.ts';
import { waitingAtBarriers } from './waiting.ts';

const processes = [
  { pid: 4, name: 'barrier', label: 'barrier' },
  { pid: 5, name: 'pex', index: 0, label: 'pex 0' },
  { pid: 6, name: 'pex', index: 1, label: 'pex 1' },
];

const messages = (...list: readonly (readonly [number, number, string, string, number?])[]) =>
  list.map(([from, to, channel, message, at], step): TraceEvent => ({
    kind: 'message',
    tick: 0,
    step,
    line: 1,
    from,
    to,
    channel,
    message,
    ...(at !== undefined && { kernel: { start: at, end: at + 7 } }),
  }));

const waiting = (events: readonly TraceEvent[]) =>
  waitingAtBarriers({ processes, events, endTick: 0, variables: {} });

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
