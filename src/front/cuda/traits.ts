import { isFloat, isInteger, isSigned, type Scalar } from '../scalar.ts';
import type { Type } from '../syntax.ts';
import { sameType, scalarType } from '../types.ts';

/** Templates of `type_traits`, with and without `_v` or `_t`. */

/** Undefined for types of which nothing is known. */
type Question = (type: Type, other: Type | undefined) => boolean | undefined;

const isKnown = (type: Type | undefined): boolean => type?.kind !== 'other';

const ofKnown =
  (asks: (type: Type) => boolean): Question =>
  (type) =>
    isKnown(type) ? asks(type) : undefined;

// A half is a struct of the headers.
const ofScalar = (asks: (scalar: Scalar) => boolean): Question =>
  ofKnown((type) => type.kind === 'scalar' && type.scalar !== 'half' && asks(type.scalar));

const QUESTIONS: Readonly<Record<string, Question>> = {
  is_same: (type, other) =>
    other && isKnown(type) && isKnown(other) ? sameType(type, other) : undefined,
  is_floating_point: ofScalar(isFloat),
  is_integral: ofScalar((scalar) => isInteger(scalar) || scalar === 'bool'),
  is_arithmetic: ofScalar(() => true),
  is_signed: ofScalar((scalar) => isFloat(scalar) || isSigned(scalar)),
  is_unsigned: ofScalar((scalar) => isInteger(scalar) && !isSigned(scalar)),
  is_pointer: ofKnown(({ kind }) => kind === 'pointer'),
  is_void: ofKnown(({ kind }) => kind === 'void'),
};

const plain = (name: string): string => name.replace(/_[vt]$/, '');

/** Undefined for names of other templates. */
export function questionOf(name: string): Question | undefined {
  const found = plain(name);
  return Object.hasOwn(QUESTIONS, found) ? QUESTIONS[found] : undefined;
}

const KEEPS = /^(?:decay|remove_(?:cv|const|volatile|reference|cvref)|type_identity)$/;
const UNSIGNED: ReadonlyMap<Scalar, Scalar> = new Map([
  ['char', 'uchar'],
  ['short', 'ushort'],
  ['int', 'uint'],
  ['long', 'ulong'],
]);

/** The type that a trait gives; undefined for other templates.
 * @param typeAt the type of an argument; @param isTrue the value of the first */
export function typeOfTrait(
  name: string,
  typeAt: (place: number) => Type | undefined,
  isTrue: () => boolean | undefined,
): Type | undefined {
  const trait = plain(name);
  if (KEEPS.test(trait)) return typeAt(0);
  if (trait === 'conditional') {
    const holds = isTrue();
    return holds === undefined ? undefined : typeAt(holds ? 1 : 2);
  }
  if (trait === 'enable_if') return typeAt(1) ?? { kind: 'void' };
  const type = typeAt(0);
  if (!/^make_(?:un)?signed$/.test(trait) || type?.kind !== 'scalar') return undefined;
  const { scalar } = type;
  const signed = [...UNSIGNED].find(([, unsigned]) => unsigned === scalar)?.[0];
  return scalarType((trait === 'make_unsigned' ? UNSIGNED.get(scalar) : signed) ?? scalar);
}
