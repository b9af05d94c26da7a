import { FINDING_KINDS, type FindingKind } from '../values/finding.ts';

/** A fault printed by the values model; -1 for no item or group. */
export interface WrongLine {
  readonly configuration: number;
  readonly kind: FindingKind;
  /** The step; below zero the claim -1 - place. */
  readonly place: number;
  readonly group: number;
  readonly item: number;
  /** The other item, or group in a race between groups; one past the last item is an asynchronous
   * copy. */
  readonly other: number;
  /** -1: none; -2: a division by zero. */
  readonly object: number;
  readonly offset: number;
  readonly bytes: number;
}

/** One of the lines `@value`. */
export interface ValueLine {
  /** r read, w write, a atomic, v variable, b arrives, l leaves, c copy, s start, e end. */
  readonly what: string;
  readonly place: number;
  readonly group: number;
  readonly item: number;
  /** The object, or the register. */
  readonly number: number;
  readonly offset: number;
  /** Bytes in hexadecimal, highest first. */
  readonly bits: string;
}

const numbersIn = (line: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...line.matchAll(/(\w+)=(-?\d+)/g)].map(([, name, value]) => [name, Number(value)]),
  );

export function wrongIn(line: string): WrongLine | undefined {
  if (!line.startsWith('@wrong ')) return undefined;
  const {
    configuration,
    kind = -1,
    place,
    group,
    item,
    other,
    object,
    offset,
    bytes,
  } = numbersIn(line);
  const name = FINDING_KINDS[kind];
  if (
    [configuration, place, group, item, other, object, offset, bytes].includes(undefined) ||
    name === undefined
  )
    throw new Error(`a line that cannot be read: ${line}`);
  return {
    configuration: configuration ?? 0,
    kind: name,
    place: place ?? 0,
    group: group ?? -1,
    item: item ?? -1,
    other: other ?? -1,
    object: object ?? -1,
    offset: offset ?? 0,
    bytes: bytes ?? 0,
  };
}

/** The configuration in a line `@ended` or `@lost`. */
export function configurationIn(
  line: string,
  word: '@ended' | '@lost' | '@void',
): number | undefined {
  return line.startsWith(`${word} `) ? numbersIn(line)['configuration'] : undefined;
}

/** Not followed by a search: a claim, or lanes that meet while others of their group go on. */
export type Lost = 'a claim' | 'meetings';

export function lostIn(line: string, configuration: number): Lost | undefined {
  if (configurationIn(line, '@lost') !== configuration) return undefined;
  return line.includes('claim=') ? 'a claim' : 'meetings';
}

export function valueIn(line: string): ValueLine | undefined {
  if (!line.startsWith('@value ')) return undefined;
  const [, what = '', place, group, item, number = '-1', next = '', last] = line.split(' ');
  const isVariable = what === 'v';
  return {
    what,
    place: Number(place),
    group: Number(group),
    item: Number(item),
    number: Number(number),
    offset: isVariable ? 0 : Number(next),
    bits: isVariable ? next : (last ?? ''),
  };
}

/** `@array OBJECT HEX`: initial memory of an object, lowest byte first. */
export function arrayIn(line: string): { object: number; bytes: Uint8Array } | undefined {
  if (!line.startsWith('@array ')) return undefined;
  const [, object, hex = ''] = line.split(' ');
  const pairs = hex.match(/../g) ?? [];
  return {
    object: Number(object),
    bytes: Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
  };
}
