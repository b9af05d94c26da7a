import { positionAt } from '../base/span.ts';
import type { ValueEvent, ValueTrace } from '../values/index.ts';

/** A work-item with a column on the stage. */
export interface StageItem {
  readonly group: number;
  readonly item: number;
  /** `3`, or `1.3` where several groups are on the stage. */
  readonly label: string;
}

export interface StageLine {
  /** In the text, from 1. */
  readonly number: number;
  readonly text: string;
  /** All wait here for each other. */
  readonly isGate: boolean;
}

/** One deed of an item: an access or a meeting, with the variables that it sets. */
export interface StageStep {
  /** Index of `items`; -1 for what a group does as a whole, and for items beyond the columns. */
  readonly column: number;
  /** First and last event of the trace. */
  readonly first: number;
  readonly last: number;
  readonly deed: 'read' | 'write' | 'atomic' | 'gate' | 'other';
  /** Index of the trace's arrays, of an access. */
  readonly array?: number;
}

/** A run of values as the stage plays it. */
export interface Stage {
  readonly trace: ValueTrace;
  readonly items: readonly StageItem[];
  /** Items without a column. */
  readonly folded: number;
  readonly lines: readonly StageLine[];
  readonly steps: readonly StageStep[];
  /** Events of each column, in order. */
  readonly own: readonly (readonly number[])[];
  /** Line of the text by event. */
  readonly lineOf: readonly number[];
  /** By column: the line where an item goes on behind the last event. */
  readonly goesOnAt: readonly (number | undefined)[];
  /** Step by event. */
  readonly stepOf: readonly number[];
  /** By array: from the first cell that anybody touches, up to but not including the second number. */
  readonly touched: readonly (readonly [number, number])[];
}

/** Columns that there is room for. */
export const MOST_COLUMNS = 16;

const GATE =
  /\b(?:work_group_)?barrier\s*\(|\b__sync(?:threads|warp)\w*\s*\(|\bwait_group_events\s*\(/;

/** Lays a run out for the stage.
 * @param text the kernel's, which the trace's places are in. */
export function stageOf(trace: ValueTrace, text: string): Stage {
  const all = everyItem(trace);
  const items = all.length > MOST_COLUMNS ? foremost(all, trace) : all;
  const columnOf = new Map(items.map(({ group, item }, at) => [`${group} ${item}`, at]));
  const columns = trace.events.map(({ group, item }) => columnOf.get(`${group} ${item}`) ?? -1);
  const lineAt = lineFinder(text);
  const lineOf = trace.events.map(({ span }) => lineAt(span.start));
  const steps = stepsOf(trace.events, columns, lineOf);
  const next = trace.next ?? [];
  const goesOnAt = items.map(({ group, item }) => {
    const found = next.find((each) => each.group === group && each.item === item);
    return found && lineAt(found.span.start);
  });
  const stepOf = steps.flatMap(({ first, last }, at) =>
    Array.from({ length: last - first + 1 }, () => at),
  );
  return {
    trace,
    items,
    folded: all.length - items.length,
    lines: linesOf(text, trace.events, lineOf, goesOnAt),
    goesOnAt,
    steps,
    own: items.map((_, column) => columns.flatMap((each, at) => (each === column ? at : []))),
    lineOf,
    stepOf,
    touched: touchedIn(trace),
  };
}

function touchedIn({ arrays, events }: ValueTrace): readonly (readonly [number, number])[] {
  const ranges = arrays.map((): [number, number] => [Infinity, 0]);
  for (const event of events) {
    const range = 'array' in event ? ranges[event.array] : undefined;
    if (!range || !('cell' in event)) continue;
    range[0] = Math.min(range[0], event.cell);
    range[1] = Math.max(range[1], event.cell + 1);
  }
  return ranges;
}

/** All items of the groups that anything is told of. */
function everyItem({ events, items, groups }: ValueTrace): readonly StageItem[] {
  const seen = [...new Set(events.map(({ group }) => group))].toSorted((a, b) => a - b);
  const told =
    groups !== undefined
      ? Array.from({ length: groups }, (_, at) => at)
      : seen.length === 0
        ? [0]
        : seen;
  const label = (group: number, item: number): string =>
    told.length > 1 ? `${group}.${item}` : String(item);
  return told.flatMap((group) =>
    Array.from({ length: items }, (_, item) => ({ group, item, label: label(group, item) })),
  );
}

/** Those whose steps matter most, in their order. */
function foremost(all: readonly StageItem[], { events, wrong }: ValueTrace): readonly StageItem[] {
  const chosen = new Set<StageItem>();
  const add = (event: ValueEvent | undefined): void => {
    const found = all.find(({ group, item }) => group === event?.group && item === event.item);
    if (found && chosen.size < MOST_COLUMNS) chosen.add(found);
  };
  if (wrong) [events[wrong.event], events[wrong.other ?? -1]].forEach(add);
  for (const each of all) if (chosen.size < MOST_COLUMNS) chosen.add(each);
  return all.filter((each) => chosen.has(each));
}

function lineFinder(text: string): (offset: number) => number {
  const known = new Map<number, number>();
  return (offset) => {
    const line = known.get(offset) ?? positionAt(text, offset).line;
    known.set(offset, line);
    return line;
  };
}

/** The lines that the run goes through, to the brace that closes them. */
function linesOf(
  text: string,
  events: readonly ValueEvent[],
  lineOf: readonly number[],
  goesOnAt: Stage['goesOnAt'],
): readonly StageLine[] {
  const all = text.split('\n');
  const known = [...lineOf, ...goesOnAt.filter((line) => line !== undefined)];
  if (known.length === 0) return [];
  const first = known.reduce((least, line) => Math.min(least, line), Infinity);
  const seen = known.reduce((most, line) => Math.max(most, line), 0);
  const closing = all.findIndex((line, at) => at + 1 >= seen && line.startsWith('}'));
  const gates = new Set(
    lineOf.filter((_, at) => events[at]?.kind === 'arrive' || events[at]?.kind === 'wait'),
  );
  return all.slice(first - 1, closing < 0 ? seen : closing + 1).map((line, at) => ({
    number: first + at,
    text: line
      .replaceAll(/\/\*.*?\*\//g, '')
      .replace(/\s*\/\/.*$/, '')
      .trimEnd(),
    isGate: gates.has(first + at) || GATE.test(line),
  }));
}

/** Variables that an access sets belong to it, and so does what an item begins with. */
function stepsOf(
  events: readonly ValueEvent[],
  columns: readonly number[],
  lineOf: readonly number[],
): readonly StageStep[] {
  const steps: StageStep[] = [];
  events.forEach((event, at) => {
    const column = columns[at] ?? -1;
    const before = steps.at(-1);
    const goesOn =
      event.kind === 'variable' &&
      before?.column === column &&
      (before.deed === 'other' || lineOf[before.first] === lineOf[at]);
    if (before && goesOn) steps[steps.length - 1] = { ...before, last: at };
    else steps.push({ column, first: at, last: at, ...deedOf(event) });
  });
  return steps;
}

function deedOf(event: ValueEvent): Pick<StageStep, 'deed' | 'array'> {
  switch (event.kind) {
    case 'read':
    case 'write':
    case 'atomic':
      return { deed: event.kind, array: event.array };
    case 'arrive':
    case 'leave':
    case 'wait':
      return { deed: 'gate' };
    case 'variable':
    case 'copy':
    case 'start':
    case 'end':
      return { deed: 'other' };
  }
}
