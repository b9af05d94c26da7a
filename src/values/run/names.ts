import { positionAt, type Span } from '../../base/span.ts';
import { capital } from '../../base/words.ts';
import { type LanguageWords, WORDS_OF } from '../../front/language.ts';
import { coordinatesAt, PIXEL_LANES } from '../pixels.ts';
import type { MemoryObject, ValueProgram } from '../program.ts';
import { SCALARS } from '../../front/scalar.ts';
import { laneName } from '../../front/types.ts';

/** The coordinates of a number that counts through the first dimension first. */
export const coordinates = (
  linear: number,
  [x = 1, y = 1]: readonly number[],
): readonly number[] => [linear % x, Math.floor(linear / x) % y, Math.floor(linear / (x * y))];

/** Names of items, groups and places for messages. */
export class Names {
  /** The language's. */
  readonly words: LanguageWords;
  readonly #program: ValueProgram;
  readonly #text: string | undefined;

  /** @param text the kernel's, so that lines can be named. */
  constructor(program: ValueProgram, text?: string) {
    this.words = WORDS_OF[program.language];
    this.#program = program;
    this.#text = text;
  }

  #vector(linear: number, sizes: readonly number[]): string {
    const { dimensions } = this.#program;
    if (dimensions === 1) return String(linear);
    return `(${coordinates(linear, sizes).slice(0, dimensions).join(', ')})`;
  }

  item(linear: number): string {
    return `${this.words.item} ${this.#vector(linear, this.#program.local)}`;
  }

  items(linear: readonly number[]): string {
    const shown = linear.slice(0, 3).map((item) => this.#vector(item, this.#program.local));
    if (linear.length === 1) return `${this.words.item} ${shown[0]}`;
    const isRange =
      this.#program.dimensions === 1 &&
      linear.length > 2 &&
      linear.every((item, index) => item === (linear[0] ?? 0) + index);
    if (isRange) return `${this.words.item}s ${linear[0]} to ${linear.at(-1)}`;
    if (linear.length <= 3)
      return `${this.words.item}s ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
    return `${this.words.item}s ${shown.join(', ')} and ${linear.length - 3} more`;
  }

  group(linear: number): string {
    const { global, local } = this.#program;
    return `${this.words.group} ${this.#vector(
      linear,
      global.map((size, dimension) => size / (local[dimension] ?? 1)),
    )}`;
  }

  /** At a sentence's beginning: `Work-item 3 of work-group 0`. */
  who(item: number, group: number): string {
    return capital(`${this.item(item)} of ${this.group(group)}`);
  }

  /** ` (f(a) in line 12)`, or nothing where the text is unknown. */
  quoted(span: Span): string {
    const text = this.#text?.slice(span.start, span.end);
    return text === undefined ? '' : ` (${text}${this.inLine(span)})`;
  }

  /** ` in line 12`, or nothing where the text is unknown. */
  inLine(span: Span): string {
    return this.#text === undefined ? '' : ` in line ${positionAt(this.#text, span.start).line}`;
  }
}

/** Bytes of what one index counts in an input: a scalar or a struct. */
export const inputBytes = ({ element, stride }: MemoryObject): number =>
  stride ?? SCALARS[element].bytes;

/** Bytes of what one index counts in the text. */
export const elementBytes = (object: MemoryObject): number =>
  inputBytes(object) * (object.lanes ?? 1);

/** Whole elements from where an argument points to, in so many bytes of its object. */
export const elementsIn = (object: MemoryObject, bytes: number): number =>
  Math.floor((bytes - (object.before ?? 0)) / elementBytes(object));

/** An object's length in words. */
export function lengthName(object: MemoryObject, bytes: number): string {
  const { name, image, before = 0 } = object;
  const elements = elementsIn(object, bytes);
  if (image !== undefined) return `${name} has ${image.join(' x ')} pixels`;
  const more = before > 0 ? ` from there on and ${before / elementBytes(object)} before` : '';
  return `${name} has ${elements} element${elements === 1 ? '' : 's'}${more}`;
}

/** Words for an access that leads to an element of an object, or to none. */
export const placed = (
  text: string,
  { name, isOfItems }: Pick<MemoryObject, 'name' | 'isOfItems'>,
  isInside: boolean,
): string =>
  isOfItems === true
    ? `${text} names ${isInside ? 'a' : 'no'} work-item of its work-group`
    : `${text} is ${isInside ? 'inside' : 'outside'} of ${name}`;

/** An element as written: `tile[2][4]`, `points[3].x`, or the bare name of a non-array. */
export function placeName(object: MemoryObject, offset: number): string {
  const bytes = elementBytes(object);
  const from = offset - (object.before ?? 0);
  const index = Math.floor(from / bytes);
  const within = from - index * bytes;
  const { lanes = 1, element } = object;
  const lane = lanes > 1 ? laneName(Math.floor(within / SCALARS[element].bytes), lanes) : undefined;
  const member = object.members?.findLast((each) => each.offset <= within)?.name ?? lane;
  const suffix = member === undefined ? '' : `.${member}`;
  if (object.bytes === bytes && index === 0) return `${object.name}${suffix}`;
  return `${object.name}${indices(object, index)}${suffix}`;
}

export function indices({ columns, image, lanes = 1 }: MemoryObject, index: number): string {
  if (image !== undefined) {
    const at = coordinatesAt(image, Math.floor(index / PIXEL_LANES));
    return at === undefined ? ' before its first pixel' : ` at ${at}`;
  }
  if (columns === undefined || index < 0) return `[${index}]`;
  const row = columns / lanes;
  return `[${Math.floor(index / row)}][${index % row}]`;
}
