import { isRace } from '../values/index.ts';
import type { ValueProgram } from '../values/program.ts';
import { SCALARS, type Scalar } from '../front/scalar.ts';
import type { TracedArray, ValueEvent, ValueTrace } from '../values/trace.ts';
import { arrayIn, type ValueLine, valueIn, type WrongLine, wrongIn } from './value-lines.ts';
import { bytesOf, scalarIn, scalarsIn } from './value-scalars.ts';

/** The verifier's account of a trail. */
export interface Told {
  readonly trace: ValueTrace;
  /** The final fault. */
  readonly wrong: WrongLine | undefined;
  /** The other access of a race. */
  readonly other: ValueEvent | undefined;
}

/** Replay events from the model's lines. */
export function told(program: ValueProgram, lines: readonly string[]): Told {
  const reader = new TraceReader(program);
  let wrong: WrongLine | undefined;
  for (const line of lines) {
    const value = valueIn(line);
    if (value) {
      reader.add(value);
      continue;
    }
    const array = arrayIn(line);
    if (array) reader.fill(array.object, array.bytes);
    else wrong ??= wrongIn(line);
  }
  const { arrays, events } = reader;
  const { language, configuration, local } = program;
  const items = local[0] * local[1] * local[2];
  if (!wrong)
    return { trace: { language, configuration, items, arrays, events }, wrong, other: undefined };
  const [event, other] = reader.whereItWentWrong(wrong);
  return {
    trace: {
      language,
      configuration,
      items,
      arrays,
      events,
      ...(event !== undefined && { wrong: { event, ...(other !== undefined && { other }) } }),
    },
    wrong,
    other: other === undefined ? undefined : events[other],
  };
}

/** An access with the bytes that it was of. */
interface Accessed {
  readonly event: number;
  readonly line: ValueLine;
  readonly bytes: number;
}

class TraceReader {
  readonly arrays: TracedArray[] = [];
  readonly events: ValueEvent[] = [];
  readonly #program: ValueProgram;
  readonly #accesses: Accessed[] = [];
  /** Index into `arrays`, by identity. */
  readonly #numbers = new Map<string, number>();

  constructor(program: ValueProgram) {
    this.#program = program;
  }

  /** Sets an array's initial content. */
  fill(object: number, bytes: Uint8Array): void {
    const found = this.#program.objects[object];
    if (!found) return;
    const { name, space, element, columns, input } = found;
    this.#numbers.set(String(object), this.arrays.length);
    this.arrays.push({
      name,
      space,
      ...(columns !== undefined && { columns }),
      ...(input?.kind === 'unknown' && { isUnknown: true }),
      cells: scalarsIn(element, bytes),
    });
  }

  add(line: ValueLine): void {
    const { what, place, group } = line;
    const { local, code, registers } = this.#program;
    const items = local[0] * local[1] * local[2];
    const item = line.item >= items ? -1 : line.item;
    const step = code[place];
    const at = { group, item, span: (what === 's' ? undefined : step?.span) ?? this.#program.span };
    switch (what) {
      case 'r':
      case 'w':
      case 'a': {
        const array = this.#arrayOf(line.number, group, item);
        const element = this.#program.objects[line.number]?.element ?? 'uchar';
        const type = step && 'type' in step ? step.type : element;
        const cell = Math.floor(line.offset / SCALARS[element].bytes);
        const kind = { r: 'read', w: 'write', a: 'atomic' } as const;
        this.#accesses.push({ event: this.events.length, line, bytes: line.bits.length / 2 });
        this.events.push({ ...at, kind: kind[what], array, cell, value: valueOf(type, line.bits) });
        return;
      }
      case 'v': {
        const register = registers[line.number];
        if (register?.name === undefined) return;
        const { name, type } = register;
        // A half float is a float in its register.
        const value = valueOf(type === 'half' ? 'float' : type, line.bits);
        this.events.push({ ...at, kind: 'variable', name, value });
        return;
      }
      default: {
        const kind = OTHERS[what];
        if (kind === 'arrive' && step?.kind === 'wait') this.events.push({ ...at, kind: 'wait' });
        if (kind) this.events.push({ ...at, kind });
      }
    }
  }

  /** The events that a fault is about. */
  whereItWentWrong(wrong: WrongLine): [event: number | undefined, other: number | undefined] {
    const mine = this.#accesses.findLast(
      ({ line }) =>
        line.group === wrong.group &&
        line.item === wrong.item &&
        line.place === wrong.place &&
        (wrong.object < 0 || (line.number === wrong.object && line.offset === wrong.offset)),
    );
    const event = mine?.event ?? (this.events.length > 0 ? this.events.length - 1 : undefined);
    if (!isRace(wrong) || !mine) return [event, undefined];
    const between = wrong.kind === 'race-between-groups';
    const isRead = mine.line.what === 'r';
    const other = this.#accesses.findLast(
      ({ line, bytes }) =>
        line.number === wrong.object &&
        line.offset < wrong.offset + wrong.bytes &&
        wrong.offset < line.offset + bytes &&
        (between
          ? line.group === wrong.other
          : line.group === wrong.group && line.item === wrong.other) &&
        !(isRead && line.what === 'r') &&
        !(mine.line.what === 'a' && line.what === 'a'),
    );
    return [event, other?.event];
  }

  /** Local arrays per group and private ones per item appear at first touch. */
  #arrayOf(object: number, group: number, item: number): number {
    const found = this.#program.objects[object];
    const space = found?.space ?? 'global';
    const key =
      space === 'local'
        ? `${object} ${group}`
        : space === 'private'
          ? `${object} ${group} ${item}`
          : String(object);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const length = found ? Math.floor(found.bytes / SCALARS[found.element].bytes) : 0;
    this.#numbers.set(key, this.arrays.length);
    this.arrays.push({
      name: found?.name ?? '?',
      space,
      ...((space === 'local' || space === 'private') && { group }),
      ...(space === 'private' && { item }),
      ...(found?.columns !== undefined && { columns: found.columns }),
      cells: Array.from({ length }, () => undefined),
    });
    return this.arrays.length - 1;
  }
}

const OTHERS: Readonly<Record<string, 'start' | 'end' | 'arrive' | 'leave' | 'copy'>> = {
  s: 'start',
  e: 'end',
  b: 'arrive',
  l: 'leave',
  c: 'copy',
};

function valueOf(type: Scalar, bits: string): number | bigint {
  const bytes = bytesOf(bits);
  if (bytes.length < SCALARS[type].bytes) return 0;
  const value = scalarIn(type, bytes);
  return typeof value === 'bigint' &&
    BigInt(Number(value)) === value &&
    Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}
