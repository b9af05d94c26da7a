import { type Language, WORDS_OF } from '../front/language.ts';
import type { ValueEvent, ValueTrace } from '../values/index.ts';

/** Variables of the item of an event, after it. */
export function variablesAt(
  { events }: ValueTrace,
  at: number,
): ReadonlyMap<string, number | bigint> {
  const variables = new Map<string, number | bigint>();
  const now = events[at];
  for (const event of events.slice(0, at + 1))
    if (event.kind === 'variable' && now && isSameItem(event, now))
      variables.set(event.name, event.value);
  return variables;
}

type Item = Pick<ValueEvent, 'group' | 'item'>;

const isSameItem = (one: Item, other: Item): boolean =>
  one.group === other.group && one.item === other.item;

/** `work-item 3 of work-group 0`, or the group as a whole. */
export function itemInWords(language: Language, { group, item }: Item): string {
  const words = WORDS_OF[language];
  const whole = `${words.group} ${group}`;
  return item < 0 ? whole : `${words.item} ${item} of ${whole}`;
}

/** A value as it is shown: integers whole, others with as many digits as tell them apart. */
export function valueInWords(value: number | bigint | undefined): string {
  if (value === undefined) return '·';
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}

/** One sentence, without its full stop. */
export const eventInWords = (trace: ValueTrace, event: ValueEvent): string =>
  `${itemInWords(trace.language, event)} ${deedInWords(trace, event)}`;

/** `writes 5 to sum[0]` */
export function deedInWords({ arrays }: ValueTrace, event: ValueEvent): string {
  switch (event.kind) {
    case 'read':
      return `reads ${arrays[event.array]?.name}[${event.cell}], which is ${valueInWords(event.value)}`;
    case 'write':
      return `writes ${valueInWords(event.value)} to ${arrays[event.array]?.name}[${event.cell}]`;
    case 'atomic':
      return `makes ${arrays[event.array]?.name}[${event.cell}] ${valueInWords(event.value)}, atomically`;
    case 'variable':
      return `sets ${event.name} to ${valueInWords(event.value)}`;
    case 'arrive':
      return 'arrives at the barrier';
    case 'leave':
      return 'leaves the barrier';
    case 'copy':
      return 'copies';
    case 'wait':
      return 'waits for a copy';
    case 'start':
      return 'starts';
    case 'end':
      return 'ends';
  }
}
