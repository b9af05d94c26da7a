import { expect, test } from 'vitest';
import { timelineOf, timeRun } from '../../trace/index.ts';
import { type Sketch, traceOf } from '../../testing/traces.ts';
import { spanInWords } from './card-words.ts';
import { NAMES, ganttView } from './gantt-draw.ts';
import { ganttAt } from './gantt-hit.ts';
import { kernelLines } from './kernel-lines.ts';
import { byMessage } from './sequence-axis.ts';
import { HEAD, laneX, rowY, type SequenceView } from './sequence-geometry.ts';
import { sequenceAt } from './sequence-hit.ts';
import { layOut, NO_FILTER } from './sequence-layout.ts';

const processes = [
  [1, 'clock'],
  [3, 'unit'],
  [4, 'barrier'],
  [5, 'pex'],
] as const;

/** An element that works four ticks and meets the barrier, so many times. */
function rounds(many: number) {
  const events = Array.from({ length: many }, (_, round): Sketch[] => [
    { kind: 'time', tick: 4 * round, since: Math.max(0, 4 * round - 4) },
    { kind: 'message', tick: 4 * round, from: 3, to: 5, channel: 'u_pex', message: 'go' },
    { kind: 'work', tick: 4 * round, pid: 5, space: 'global', until: 4 * round + 3 },
    { kind: 'message', tick: 4 * round, from: 5, to: 4, channel: 'pex_b', message: 'done' },
  ]).flat();
  return traceOf(processes, events, { sources: [{}], isOpen: true });
}

const style = { lines: kernelLines('kernel'), promela: false };

test('a bar of the chart over time is found under the pointer, also among very many', () => {
  const trace = rounds(50_000);
  const track = { trace, timeline: timelineOf(trace), title: '' };
  const view = ganttView({
    tracks: [track],
    width: 600,
    height: 300,
    range: { from: 8, to: 16 },
    top: 0,
  });
  const [, pex] = view.places;
  if (!pex) throw new Error('no lane');
  const began = performance.now();
  const hit = ganttAt(view, { x: view.chart.at(9), y: pex.y + 2 });
  for (let at = 0; at < 2_000; at += 1) ganttAt(view, { x: NAMES + 5 + (at % 400), y: pex.y + 2 });
  expect(performance.now() - began).toBeLessThan(500);
  expect(hit?.lane.start[hit.span]).toBe(8);
  expect(hit && spanInWords(trace, hit.lane, hit.span, style)).toEqual({
    title: 'pex 0',
    lines: ['works in global memory', 'tick 8 to 11, 3 ticks'],
  });
  expect(ganttAt(view, { x: 10, y: pex.y + 2 })).toBeUndefined();
  expect(ganttAt(view, { x: 300, y: 299 })).toBeUndefined();
});

test('a message of the sequence chart is found on its arrow, and a bar on its lifeline', () => {
  const layout = layOut(timeRun(rounds(100)), { collapse: 'none', filter: NO_FILTER });
  const view: SequenceView = {
    layout,
    axis: byMessage(layout),
    width: 800,
    height: 400,
    top: 0,
    left: 0,
    event: 0,
    row: 0,
    travel: 1,
    doing: () => undefined,
  };
  const lane = (label: string): number => layout.lanes.findIndex((each) => each.label === label);
  const y = rowY(view, 2) + 10;
  const between = (laneX(view, lane('unit')) + laneX(view, lane('pex 0'))) / 2;
  const hit = sequenceAt(view, { x: between, y });
  expect(hit && layout.run.timed?.event(hit.event)).toMatchObject({ kind: 'message', tick: 4 });
  const bar = sequenceAt(view, { x: laneX(view, lane('pex 0')), y: y + 4 });
  expect(bar && layout.run.timed?.event(bar.event).kind).not.toBe('start');
  expect(sequenceAt(view, { x: between, y: HEAD - 4 })).toBeUndefined();
});
