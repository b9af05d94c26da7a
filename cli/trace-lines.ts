import { type Language, WORDS_OF } from '../src/front/language.ts';
import type { ValueTrace } from '../src/values/index.ts';
import type { PlaceOf } from './places.ts';

/** One step of a counterexample. */
export interface TraceStep {
  readonly group: number;
  /** Of the group; -1 is the whole group. */
  readonly item: number;
  readonly line: number;
  readonly column: number;
  /** `writes o[0] = 3` */
  readonly does: string;
  /** It goes wrong here, or this is the access that the wrong one meets. */
  readonly mark?: 'wrong' | 'other';
}

export interface Counterexample {
  readonly language: Language;
  readonly finding: string;
  readonly configuration: Readonly<Record<string, number>>;
  /** Contents before, of arrays that are not local; unwritten cells are null. */
  readonly arrays: readonly { readonly name: string; readonly cells: readonly (string | null)[] }[];
  readonly steps: readonly TraceStep[];
  /** Steps before those, which were left out. */
  readonly leftOut: number;
}

const DOES = {
  arrive: 'waits at a barrier',
  leave: 'goes on behind the barrier',
  copy: 'begins a copy',
  wait: 'waits for a copy',
  start: 'starts',
  end: 'ends',
  read: 'reads',
  write: 'writes',
  atomic: 'changes atomically',
} as const;

/** A run's last steps up to what goes wrong.
 * @param most steps. */
export function counterexampleOf(
  finding: string,
  trace: ValueTrace,
  placeOf: PlaceOf,
  most: number,
): Counterexample {
  const { language, configuration, arrays, events, wrong } = trace;
  const end = wrong === undefined ? events.length : wrong.event + 1;
  const from = Math.max(0, end - most);
  const steps = events.slice(0, end).flatMap((event, at): TraceStep[] => {
    if (at < from && at !== wrong?.other) return [];
    const { group, item, span } = event;
    const { line, column } = placeOf(span);
    const mark = at === wrong?.event ? 'wrong' : at === wrong?.other ? 'other' : undefined;
    return [{ group, item, line, column, does: wordsOf(event, arrays), ...(mark && { mark }) }];
  });
  return {
    language,
    finding,
    configuration,
    arrays: arrays
      .filter(({ space }) => space === 'global' || space === 'constant')
      .map(({ name, cells }) => ({
        name,
        cells: cells.map((cell) => (cell === undefined ? null : String(cell))),
      })),
    steps,
    leftOut: end - steps.length,
  };
}

function wordsOf(event: ValueTrace['events'][number], arrays: ValueTrace['arrays']): string {
  switch (event.kind) {
    case 'read':
    case 'write':
    case 'atomic':
      return `${DOES[event.kind]} ${arrays[event.array]?.name}[${event.cell}] = ${event.value}`;
    case 'variable':
      return `${event.name} = ${event.value}`;
    default:
      return DOES[event.kind];
  }
}

/** Its steps line by line. */
export const linesOfSteps = (
  name: string,
  { language, steps, leftOut }: Counterexample,
): string[] => [
  ...(leftOut > 0 ? [`(${leftOut} earlier steps are left out)`] : []),
  ...steps.map(({ group, item, line, column, does, mark }) => {
    const whole = `${WORDS_OF[language].group} ${group}`;
    const who = item < 0 ? whole : `${whole}, ${WORDS_OF[language].item} ${item}`;
    const marked = mark === 'wrong' ? '   <-- goes wrong' : mark === 'other' ? '   <-- meets' : '';
    return `${name}:${line}:${column}: ${who} ${does}${marked}`;
  }),
];
