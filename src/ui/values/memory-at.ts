import type { ValueEvent, ValueTrace } from '../../session/index.ts';

/** Who touched a cell last. */
export interface Touched {
  readonly group: number;
  readonly item: number;
  /** Index of the event. */
  readonly event: number;
}

/** A cell of an array after some events. */
export interface Cell {
  /** Nothing where nobody has written it. */
  readonly value: number | bigint | undefined;
  readonly writer?: Touched | undefined;
  readonly reader?: Touched | undefined;
}

/** What is in memory after the events up to and with one, and what the item of that event has in its
 * variables. */
export interface MemoryAt {
  /** By array, then by cell; a cell beyond the end of an array stands where it was touched. */
  readonly arrays: readonly (readonly Cell[])[];
  readonly variables: ReadonlyMap<string, number | bigint>;
}

/** Memory after the event at an index; before the first one with -1. */
export function memoryAt({ arrays, events }: ValueTrace, at: number): MemoryAt {
  const cells: Cell[][] = arrays.map((array) => array.cells.map((value) => ({ value })));
  const variables = new Map<string, number | bigint>();
  const now = events[at];
  events.slice(0, at + 1).forEach((event, index) => {
    const touched = { group: event.group, item: event.item, event: index };
    switch (event.kind) {
      case 'read': {
        const row = cells[event.array];
        if (row) row[event.cell] = { ...row[event.cell], value: event.value, reader: touched };
        break;
      }
      case 'write':
      case 'atomic': {
        const row = cells[event.array];
        if (row) row[event.cell] = { ...row[event.cell], value: event.value, writer: touched };
        break;
      }
      case 'variable':
        if (now && isSameItem(event, now)) variables.set(event.name, event.value);
        break;
      default:
        break;
    }
  });
  return { arrays: cells, variables };
}

type Item = Pick<ValueEvent, 'group' | 'item'>;

export const isSameItem = (one: Item, other: Item): boolean =>
  one.group === other.group && one.item === other.item;

/** `item 3 of group 0`, or the group as a whole. */
export const itemInWords = ({ group, item }: Item): string =>
  item < 0 ? `group ${group}` : `item ${item} of group ${group}`;

/** A value as it is shown: integers whole, others with as many digits as tell them apart. */
export function valueInWords(value: number | bigint | undefined): string {
  if (value === undefined) return '·';
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}

/** What an event is, in one sentence. */
export function eventInWords({ arrays }: ValueTrace, event: ValueEvent): string {
  const who = itemInWords(event);
  switch (event.kind) {
    case 'read':
      return `${who} reads ${arrays[event.array]?.name}[${event.cell}], which is ${valueInWords(event.value)}`;
    case 'write':
      return `${who} writes ${valueInWords(event.value)} to ${arrays[event.array]?.name}[${event.cell}]`;
    case 'atomic':
      return `${who} makes ${arrays[event.array]?.name}[${event.cell}] ${valueInWords(event.value)}, atomically`;
    case 'variable':
      return `${who} sets ${event.name} to ${valueInWords(event.value)}`;
    case 'arrive':
      return `${who} arrives at the barrier`;
    case 'leave':
      return `${who} leaves the barrier`;
    case 'copy':
      return `${who} copies`;
    case 'wait':
      return `${who} waits for a copy`;
    case 'start':
      return `${who} starts`;
    case 'end':
      return `${who} ends`;
  }
}
