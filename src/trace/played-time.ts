import { whole } from '../base/words.ts';
import { itemsInWords } from './item-words.ts';
import { type Played, stepAt } from './played.ts';
import { type ElementState, timelineOf, type TimelineLane } from './spans.ts';
import {
  lineFinder,
  linesOf,
  MOST_COLUMNS,
  type Stage,
  type StageBar,
  type StageItem,
} from './stage.ts';
import type { GateState, ItemState } from './stage-state.ts';
import { statesOf } from './states.ts';
import { nameOf, timeRun } from './time-run.ts';
import { inWords } from './time-words.ts';
import type { Trace } from './trace.ts';
import { workItemsAt } from './work-items.ts';

/** Bars of the stage by what an element does; what has none is no step of its own. */
const BARS: Readonly<Record<ElementState, StageBar['kind'] | undefined>> = {
  global: 'global',
  local: 'local',
  private: 'private',
  barrier: 'gate',
  repeat: 'other',
  hidden: 'other',
  exposed: 'other',
  queue: 'other',
  dispatch: undefined,
  masked: undefined,
  busy: undefined,
  idle: undefined,
};

/** A stretch of time in which an element does one thing, and its line. */
interface Phase {
  readonly column: number;
  readonly event: number;
  readonly from: number;
  readonly until: number;
  readonly kind: StageBar['kind'];
  readonly line: number | undefined;
}

/** A kernel's run over model time on the stage: a column for each element that works.
 * @param text the kernel's, as it was run. */
export function playedTime(trace: Trace, text: string): Played {
  const lanes = timelineOf(trace).lanes.filter(({ pid }) => isElement(trace, pid));
  const shown = lanes.slice(0, MOST_COLUMNS);
  const lineAt = lineFinder(text);
  const phases = shown.map((lane, column) => phasesOf(trace, lane, column, lineAt));
  const all = phases.flat();
  const lines = (of: readonly Phase[]): readonly number[] => of.flatMap(({ line }) => line ?? []);
  const stage: Stage = {
    language: trace.language,
    arrays: [],
    touched: [],
    items: shown.map(({ pid }, number) => itemOf(trace, pid, number)),
    folded: lanes.length - shown.length,
    lines: linesOf(text, lines(all), lines(all.filter(({ kind }) => kind === 'gate'))),
    steps: stepsOf(trace, all),
    bars: all.map(({ column, from, until, kind }) => ({ column, from, until, kind, letter: '' })),
    length: Number(trace.endTick),
    hasTime: true,
  };
  const itemAt = (column: number, event: number): ItemState =>
    stateOf(trace, shown[column]?.pid ?? -1, phases[column] ?? [], event);
  return {
    run: timeRun(trace),
    stage,
    stateAt(event) {
      const items = stage.items.map((_, column) => itemAt(column, event));
      return {
        step: stepAt(stage, event),
        items,
        arrays: [],
        gates: gatesOf(trace, shown, items),
        place: Number(trace.tickAt(Math.min(event, trace.count - 1))),
      };
    },
    wordsOf: ({ step }) =>
      step < 0 ? 'Nothing has happened yet' : inWords(trace, stage.steps[step]?.event ?? 0),
  };
}

const isElement = (trace: Trace, pid: number): boolean =>
  ['pex', 'warp'].includes(trace.process(pid)?.name ?? '');

/** `pex 0.1: work-items 1 and 5` */
function itemOf(trace: Trace, pid: number, number: number): StageItem {
  const items = workItemsAt(trace, pid, -1);
  const words = items && itemsInWords(items, trace.words);
  const name = nameOf(trace, pid);
  return {
    number,
    label: /[\d.]+$/.exec(trace.label(pid))?.[0] ?? String(number),
    name: words === undefined ? name : `${name}: ${words}`,
  };
}

function phasesOf(
  trace: Trace,
  lane: TimelineLane,
  column: number,
  lineAt: (offset: number) => number,
): readonly Phase[] {
  return lane.start.flatMap((from, span): Phase | readonly [] => {
    const kind = BARS[lane.stateOf(span)];
    const event = lane.event[span] ?? -1;
    if (kind === undefined || event < 0) return [];
    const { kernel } = trace.event(event);
    const line = kernel && lineAt(kernel.start);
    return { column, event, from, until: lane.endOf(span), kind, line };
  });
}

/** One for each event at which somebody begins something, and the end. */
function stepsOf(trace: Trace, phases: readonly Phase[]): Stage['steps'] {
  const columns = new Map(phases.toReversed().map(({ event, column }) => [event, column]));
  const last = trace.count - 1;
  if (last >= 0 && !columns.has(last)) columns.set(last, -1);
  return [...columns]
    .map(([event, column]) => ({ event, column }))
    .toSorted((one, other) => one.event - other.event);
}

/** @param phases of the process, in order. */
function stateOf(trace: Trace, pid: number, phases: readonly Phase[], event: number): ItemState {
  const doing = statesOf(trace).at(pid, event);
  const begun = phases.findLast((phase) => phase.event <= event);
  const isLast = phases.at(-1) === begun;
  const isOver = doing?.state === 'idle' && (isLast || statesOf(trace).hasStopped(pid, event));
  const waits = doing?.state === 'barrier';
  return {
    status: waits ? 'waits' : isOver ? 'ended' : 'ready',
    line: isOver ? undefined : begun?.line,
    variables: [],
    doing,
  };
}

/** Elements of a unit meet, so each unit has gates of its own; the last one's stand first. */
function gatesOf(
  trace: Trace,
  lanes: readonly TimelineLane[],
  items: readonly ItemState[],
): readonly GateState[] {
  const gates = new Map<string, GateState>();
  const unitOf = (column: number) => trace.process(lanes[column]?.pid ?? -1)?.unit;
  const several = new Set(lanes.map((_, column) => unitOf(column))).size > 1;
  for (const [column, { status, line }] of items.entries()) {
    if (status !== 'waits' || line === undefined) continue;
    const unit = unitOf(column);
    const key = `${unit} ${line}`;
    const of = items.filter((item, at) => unitOf(at) === unit && item.status !== 'ended').length;
    const whose = several && unit !== undefined ? `unit ${whole(unit)}` : undefined;
    gates.set(key, { line, waiting: (gates.get(key)?.waiting ?? 0) + 1, of, whose });
  }
  return [...gates.values()].toReversed();
}
