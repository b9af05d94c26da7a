import type { Span } from '../base/span.ts';
import { EVENT } from '../spin/replay-columns.ts';
import type { Trace } from './trace.ts';

/** Kinds of events: those of a replay, and the steps of runs that are told one by one. */
export const RUN_EVENT = {
  ...EVENT,
  /** A statement, or an access to memory. */
  step: 7,
  /** A message is taken that another event sent. */
  take: 8,
} as const;

/** Events in columns, so that a million of them can be gone through. */
export interface RunColumns {
  /** One of `RUN_EVENT`. */
  readonly kind: ArrayLike<number>;
  /** The process; of a message, its sender. */
  readonly pid: ArrayLike<number>;
  /** A message's receiver, or its sender where nobody takes it. */
  readonly other: ArrayLike<number>;
  /** Steps of the tool that told the run. */
  readonly step: ArrayLike<number>;
  /** Model time; empty where a run has none. */
  readonly tick: ArrayLike<number>;
  readonly until: ArrayLike<number>;
}

export interface RunProcess {
  /** Its number in the run's columns. */
  readonly pid: number;
  /** `pex`, a proctype, `item`. */
  readonly name: string;
  readonly label: string;
  /** Counts itself and those of the platform it stands for. */
  readonly count: number;
  readonly device?: number;
  readonly unit?: number;
}

/** A part of a run that repeats for ever: its first and last event. */
export interface Loop {
  readonly first: number;
  readonly last: number;
}

/** A row of the sequence chart. */
export type Mark =
  | {
      readonly kind: 'message';
      readonly from: number;
      /** Absent of a message that nobody takes. */
      readonly to: number | undefined;
      /** The event that takes it, where that is another. */
      readonly taken?: number | undefined;
      readonly words: string;
      /** Where there is no room for the words. */
      readonly short: string;
      /** Chooses ink and dash (see `inkOf`). */
      readonly style: string;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'step';
      readonly pid: number;
      /** Empty where an arrow to it has them. */
      readonly words: string;
      readonly isWrong?: boolean;
      /** The process ends with it. */
      readonly ends?: boolean;
    }
  | { readonly kind: 'end'; readonly words: string; readonly isStuck: boolean }
  | { readonly kind: 'none' };

/** Where an event stands in the texts. */
export interface RunPlace {
  /** Line of the Promela text, from 1; 0 where it has none there. */
  readonly line: number;
  /** The piece of the kernel. */
  readonly kernel?: Span;
}

/** A line of the kernel, from 1, and its words. */
export interface KernelLine {
  readonly line: number;
  readonly text: string;
}

/** The text that a run's places are in. */
export interface KernelLines {
  /** None where a place is none of the kernel's, or the text has changed since. */
  at(span: Span | undefined): KernelLine | undefined;
}

export interface CardStyle {
  readonly lines: KernelLines;
  /** Shows the model's statement as the last line. */
  readonly promela: boolean;
}

export interface CardWords {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface RunVariables {
  readonly title: string;
  /** The process whose they are; absent of what all see. */
  readonly owner?: string | undefined;
  readonly variables: readonly RunVariableAt[];
}

export interface RunVariableAt {
  readonly name: string;
  readonly value: string;
  /** Before the step, where the step has changed it. */
  readonly before?: string | undefined;
}

/** A run as player, charts and panels read it. Its makers are `time-run.ts`, `model-run.ts` and `value-run.ts`. Events are numbers below `count`. */
export interface Run {
  readonly count: number;
  readonly columns: RunColumns;
  /** Lifelines, from left to right. */
  readonly lanes: readonly RunProcess[];
  /** The run over model time; absent where it has no time. */
  readonly timed?: Trace;
  readonly loop?: Loop | undefined;
  /** The event that it is opened at. */
  readonly opensAt: number;
  /** Events worth a button of their own. */
  readonly landmarks: readonly { readonly words: string; readonly event: number }[];
  /** Counted as the page counts them, from 1; over model time ticks tell them. */
  readonly steps: number;
  numberAt(event: number): number;
  label(pid: number): string;
  /** A message's own, and its receipt's. */
  messageAt(event: number): string;
  channelAt(event: number): string;
  /** Searched and filtered by. */
  textAt(event: number): string;
  /** Equal where two runs do the same; undefined for what is no deed of a process. */
  signatureAt(event: number): string | undefined;
  markAt(event: number): Mark;
  /** One sentence, without its full stop. */
  wordsAt(event: number, lines?: KernelLines): string;
  /** Said after the sentence: what is wrong at the end, what was printed. */
  notesAt(event: number): readonly { readonly words: string; readonly isWrong: boolean }[];
  cardAt(event: number, style: CardStyle): CardWords;
  placeAt(event: number): RunPlace;
  /** The statement of the model. */
  statementAt(event: number): string;
  /** Absent where they have to be looked up. */
  variablesAt?(event: number): readonly RunVariables[];
}

/** Where two runs part: an event of each, absent where a run has ended. */
export interface Parting {
  /** Deeds that are the same before. */
  readonly same: number;
  readonly left?: number | undefined;
  readonly right?: number | undefined;
}

/** The first deed that is not the same in both runs; undefined where they are equal to the end. */
export function whereTheyPart(left: Run, right: Run): Parting | undefined {
  let [a, b] = [nextDeed(left, 0), nextDeed(right, 0)];
  let same = 0;
  while (a !== undefined && b !== undefined && left.signatureAt(a) === right.signatureAt(b)) {
    [a, b] = [nextDeed(left, a + 1), nextDeed(right, b + 1)];
    same += 1;
  }
  return a === undefined && b === undefined ? undefined : { same, left: a, right: b };
}

function nextDeed(run: Run, from: number): number | undefined {
  for (let event = from; event < run.count; event += 1)
    if (run.signatureAt(event) !== undefined) return event;
  return undefined;
}

/** Variables that differ between an event of one run and one of another, by name. */
export function differences(
  [left, at]: readonly [Run, number],
  [right, then]: readonly [Run, number],
): readonly { readonly name: string; readonly left: string; readonly right: string }[] {
  const read = (run: Run, event: number): ReadonlyMap<string, string> =>
    new Map(
      (run.variablesAt?.(event) ?? []).flatMap(({ owner, variables }) =>
        variables.map(({ name, value }) => [
          owner === undefined ? name : `${owner}.${name}`,
          value,
        ]),
      ),
    );
  const [a, b] = [read(left, at), read(right, then)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [one, other] = [a.get(name) ?? '', b.get(name) ?? ''];
    return one === other ? [] : { name, left: one, right: other };
  });
}
