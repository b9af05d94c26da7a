import { positionAt } from '../base/span.ts';
import { type Language, WORDS_OF } from '../front/language.ts';
import type { ValueEvent, ValueTrace } from '../values/index.ts';

/** Who has a column on the stage. */
export interface StageItem {
  /** `3`, or `1.3` where several groups are on the stage. */
  readonly label: string;
  /** `work-item 3`, or `work-item 3 of work-group 1` */
  readonly name: string;
  /** Its number among the items of all groups, by which it is chosen. */
  readonly number: number;
}

/** A bar of the strip. */
export interface StageBar {
  readonly column: number;
  readonly from: number;
  readonly until: number;
  /** Chooses its colour. */
  readonly kind: 'global' | 'constant' | 'local' | 'private' | 'gate' | 'wrong' | 'other';
  readonly letter: string;
}

export interface StageLine {
  /** In the text, from 1. */
  readonly number: number;
  readonly text: string;
  /** All wait here for each other. */
  readonly isGate: boolean;
}

/** One deed of an item, up to the event of the run that ends it. */
export interface StageStep {
  /** Index of `items`; -1 for what a group does as a whole, and for items beyond the columns. */
  readonly column: number;
  readonly event: number;
}

/** A run as the stage shows it. */
export interface Stage {
  readonly language: Language;
  readonly arrays: ValueTrace['arrays'];
  readonly items: readonly StageItem[];
  /** Items without a column. */
  readonly folded: number;
  readonly lines: readonly StageLine[];
  readonly steps: readonly StageStep[];
  /** By array: from the first cell that anybody touches, up to but not including the second number. */
  readonly touched: readonly (readonly [number, number])[];
  readonly bars: readonly StageBar[];
  /** Length of the strip in steps, or in ticks where the run has time. */
  readonly length: number;
  readonly hasTime: boolean;
}

/** An access or a meeting, with the variables that it sets. */
interface ValueStep extends StageStep {
  /** First and last event of the trace. */
  readonly first: number;
  readonly last: number;
  readonly deed: 'read' | 'write' | 'atomic' | 'gate' | 'other';
  /** Index of the trace's arrays, of an access. */
  readonly array?: number;
}

/** An item of a run of values. */
interface ValueItem extends StageItem {
  readonly group: number;
  readonly item: number;
}

/** A run of values, laid out. */
export interface ValueStage extends Stage {
  readonly trace: ValueTrace;
  readonly items: readonly ValueItem[];
  readonly steps: readonly ValueStep[];
  /** Events of each column, in order. */
  readonly own: readonly (readonly number[])[];
  /** Line of the text by event. */
  readonly lineOf: readonly number[];
  /** By column: the line where an item goes on behind the last event. */
  readonly goesOnAt: readonly (number | undefined)[];
  /** Step by event. */
  readonly stepOf: readonly number[];
}

/** Columns that there is room for. */
export const MOST_COLUMNS = 16;

const GATE =
  /\b(?:work_group_)?barrier\s*\(|\b__sync(?:threads|warp)\w*\s*\(|\bwait_group_events\s*\(/;

/** Lays a run out for the stage.
 * @param text the kernel's, which the trace's places are in. */
export function stageOf(trace: ValueTrace, text: string): ValueStage {
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
    language: trace.language,
    arrays: trace.arrays,
    items,
    folded: all.length - items.length,
    lines: linesOf(
      text,
      [...lineOf, ...goesOnAt.filter((line) => line !== undefined)],
      lineOf.filter((_, at) => ['arrive', 'wait'].includes(trace.events[at]?.kind ?? '')),
    ),
    goesOnAt,
    steps,
    bars: barsOf(trace, steps, stepOf),
    length: steps.length,
    hasTime: false,
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

/** A bar for each step, as wide as all others. */
function barsOf(
  { arrays, wrong }: ValueTrace,
  steps: readonly ValueStep[],
  stepOf: readonly number[],
): readonly StageBar[] {
  const wrongStep = stepOf[wrong?.event ?? -1];
  return steps.flatMap(({ column, deed, array }, at) =>
    column < 0
      ? []
      : {
          column,
          from: at + 0.05,
          until: at + 0.95,
          letter: LETTERS[deed],
          kind:
            at === wrongStep
              ? 'wrong'
              : deed === 'gate'
                ? 'gate'
                : (arrays[array ?? -1]?.space ?? 'other'),
        },
  );
}

const LETTERS: Readonly<Record<ValueStep['deed'], string>> = {
  read: 'R',
  write: 'W',
  atomic: 'A',
  gate: '',
  other: '',
};

/** All items of the groups that anything is told of. */
function everyItem({ events, items, groups, language }: ValueTrace): readonly ValueItem[] {
  const seen = [...new Set(events.map(({ group }) => group))].toSorted((a, b) => a - b);
  const told =
    groups !== undefined
      ? Array.from({ length: groups }, (_, at) => at)
      : seen.length === 0
        ? [0]
        : seen;
  // The only group may be another than the first.
  const several = told.some((group) => group > 0);
  const words = WORDS_OF[language];
  return told.flatMap((group) =>
    Array.from({ length: items }, (_, item) => ({
      group,
      item,
      number: group * items + item,
      label: several ? `${group}.${item}` : String(item),
      name: `${words.item} ${item}${several ? ` of ${words.group} ${group}` : ''}`,
    })),
  );
}

/** Those whose steps matter most, in their order. */
function foremost(all: readonly ValueItem[], { events, wrong }: ValueTrace): readonly ValueItem[] {
  const chosen = new Set<ValueItem>();
  const add = (event: ValueEvent | undefined): void => {
    const found = all.find(({ group, item }) => group === event?.group && item === event.item);
    if (found && chosen.size < MOST_COLUMNS) chosen.add(found);
  };
  if (wrong) [events[wrong.event], events[wrong.other ?? -1]].forEach(add);
  for (const each of all) if (chosen.size < MOST_COLUMNS) chosen.add(each);
  return all.filter((each) => chosen.has(each));
}

export function lineFinder(text: string): (offset: number) => number {
  const known = new Map<number, number>();
  return (offset) => {
    const line = known.get(offset) ?? positionAt(text, offset).line;
    known.set(offset, line);
    return line;
  };
}

/** The lines that the run goes through, to the brace that closes them.
 * @param met where somebody has waited for others. */
export function linesOf(
  text: string,
  known: readonly number[],
  met: readonly number[],
): readonly StageLine[] {
  const all = text.split('\n');
  if (known.length === 0) return [];
  const first = known.reduce((least, line) => Math.min(least, line), Infinity);
  const seen = known.reduce((most, line) => Math.max(most, line), 0);
  const closing = all.findIndex((line, at) => at + 1 >= seen && line.startsWith('}'));
  const gates = new Set(met);
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
): readonly ValueStep[] {
  const steps: ValueStep[] = [];
  events.forEach((event, at) => {
    const column = columns[at] ?? -1;
    const before = steps.at(-1);
    const goesOn =
      event.kind === 'variable' &&
      before?.column === column &&
      (before.deed === 'other' || lineOf[before.first] === lineOf[at]);
    // Event 0 of the run is its beginning.
    const until = { last: at, event: at + 1 };
    if (before && goesOn) steps[steps.length - 1] = { ...before, ...until };
    else steps.push({ column, first: at, ...until, ...deedOf(event) });
  });
  return steps;
}

function deedOf(event: ValueEvent): Pick<ValueStep, 'deed' | 'array'> {
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
