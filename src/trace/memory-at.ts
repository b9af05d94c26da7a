import type { ValueEvent, ValueTrace } from '../values/index.ts';

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

/** Memory after an event, and the variables of its item. */
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

const isSameItem = (one: Item, other: Item): boolean =>
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

/** One sentence, without its full stop. */
export const eventInWords = (trace: ValueTrace, event: ValueEvent): string =>
  `${itemInWords(event)} ${deedInWords(trace, event)}`;

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
