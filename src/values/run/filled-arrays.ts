import type { MemoryObject } from '../program.ts';
import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import { writeScalar } from './conversion.ts';
import { inputBytes } from './names.ts';
import type { Choice as Chosen } from './probe.ts';
import { converted, isWide } from './registers.ts';

export interface Choice {
  readonly low: number;
  readonly high: number;
}

/** Fillings for unstated inputs, one after the other. */
export const CONTENTS = ['distinct', 'zero', 'index', 'one', 'few', 'large'] as const;
export type Contents = (typeof CONTENTS)[number];

/** A pseudo-random 32-bit integer, by MurmurHash3's finaliser. */
export function scrambled(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number has digits of all kinds at this share of all. */
export const GOLDEN = 0.618;

function coprime(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.floor(count * GOLDEN));
  while (divisor(step, count) !== 1) step += 1;
  return step;
}

/** @param step has no factor in common with their number.
 * @param salt differs between objects, so that equal values are no accident. */
function element(
  contents: Contents,
  type: Scalar,
  index: number,
  { count, step, salt }: { readonly count: number; readonly step: number; readonly salt: number },
): number {
  if (SCALARS[type].kind === 'pointer') return 0;
  if (type === 'bool') return contents === 'one' ? 1 : contents === 'zero' ? 0 : index % 2;
  switch (contents) {
    case 'distinct':
      return isFloat(type)
        ? ((index * 7 + 3) % 61) / 4 - 5 + salt / 16
        : (index * step + 1 + salt) % count;
    case 'zero':
      return 0;
    case 'index':
      return index;
    case 'one':
      return 1;
    case 'few':
      return scrambled(index + 1 + salt * 65537) % Math.max(2, Math.ceil(count / 3));
    case 'large':
      return scrambled(index + 77 + salt * 65537) - 2 ** 30;
  }
}

/** Stores a value, converted as in C. */
function put(view: DataView, offset: number, type: Scalar, value: number | bigint): void {
  if (isWide(type))
    writeScalar(view, offset, type, typeof value === 'bigint' ? value : Math.trunc(value));
  else writeScalar(view, offset, type, converted(type, value));
}

/** An object's scalars with place and type. */
export function* scalarsOf(
  object: MemoryObject,
  bytes: number,
): Generator<{ readonly offset: number; readonly type: Scalar }> {
  const { members, element: type } = object;
  const step = members === undefined ? SCALARS[type].bytes : inputBytes(object);
  for (let offset = 0; offset + step <= bytes; offset += step)
    if (members === undefined) yield { offset, type };
    else for (const member of members) yield { offset: offset + member.offset, type: member.type };
}

/** Hundreds of megabytes are filled by these alone. */
const NUMBERS: Partial<
  Record<Scalar, (of: ArrayBuffer, length: number) => Float32Array | Int32Array>
> = {
  int: (of, length) => new Int32Array(of, 0, length),
  float: (of, length) => new Float32Array(of, 0, length),
};

function filled(
  object: MemoryObject,
  bytes: number,
  contents: Contents,
  salt: number,
  choose: (choice: Choice) => number,
): Uint8Array {
  const data = new Uint8Array(bytes);
  const view = new DataView(data.buffer);
  const { input } = object;
  let index = 0;
  const count = Math.max(1, Math.floor(bytes / inputBytes(object)));
  const all = { count, step: coprime(count), salt };
  const numbers = object.members === undefined && NUMBERS[object.element];
  if (numbers && input?.kind === 'unknown') {
    const values = numbers(data.buffer, Math.floor(bytes / SCALARS[object.element].bytes));
    for (let at = 0; at < values.length; at += 1)
      values[at] = element(contents, object.element, at, all);
    return data;
  }
  for (const { offset, type } of scalarsOf(object, bytes)) {
    if (input?.kind === 'given')
      put(view, offset, type, input.values[index] ?? input.values.at(-1) ?? 0);
    else if (input?.kind === 'any') put(view, offset, type, choose(input));
    else put(view, offset, type, element(contents, type, index, all));
    index += 1;
  }
  return data;
}

/** Bytes that are kept for the next inputs with the same contents. */
const MOST_KEPT = 2 ** 26;

/** Fills arrays, those of the same contents once, as far as they are few: most inputs differ in arguments alone. */
export function remembering(): typeof filled {
  const known = new Map<string, Uint8Array>();
  let kept = 0;
  return (object, bytes, contents, salt, choose) => {
    if (object.input?.kind === 'any') return filled(object, bytes, contents, salt, choose);
    const key = `${salt} ${contents}`;
    const before = known.get(key);
    if (before?.length === bytes) return before;
    const data = filled(object, bytes, contents, salt, choose);
    if (kept + bytes <= MOST_KEPT) {
      known.set(key, data);
      kept += bytes;
    }
    return data;
  };
}

/** Elements at even and odd places, as chosen. */
export function withChosen(
  data: Uint8Array,
  object: MemoryObject,
  chosen: readonly Chosen[],
): Uint8Array {
  if (chosen.length === 0) return data;
  const changed = data.slice();
  const view = new DataView(changed.buffer);
  const unit = inputBytes(object);
  for (const { offset, type } of scalarsOf(object, data.byteLength)) {
    const isOdd = Math.floor(offset / unit) % 2 === 1;
    const choice = chosen.find(({ of }) => of.kind === 'elements' && of.isOdd === isOdd);
    if (choice !== undefined && SCALARS[type].kind !== 'pointer')
      put(view, offset, type, choice.value);
  }
  return changed;
}
