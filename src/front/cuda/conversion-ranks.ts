import { type Scalar, SCALARS } from '../scalar.ts';
import type { Type } from '../syntax.ts';
import { decayed, sameType } from '../types.ts';
import { wholeOf } from './constants.ts';

/** Conversions of arguments, as C++ ranks them. */

/** Nearest first. */
const KINDS = [
  'none',
  'promotion',
  'of numbers',
  'to a base',
  'to void pointer',
  'of pointers',
  'own',
  'own, then of numbers',
] as const;

export interface Conversion {
  readonly kind: (typeof KINDS)[number];
  /** Classes between a struct and its base. */
  readonly between?: number;
}

const NONE: Conversion = { kind: 'none' };

/** Below zero where one is nearer than the other. */
export const compare = (one: Conversion, other: Conversion): number =>
  KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || (one.between ?? 0) - (other.between ?? 0);

/** The same type, with the lengths of arrays as they are told. */
function same(one: Type, other: Type): boolean {
  if (one.kind === 'pointer') return other.kind === 'pointer' && same(one.to, other.to);
  if (one.kind !== 'array') return sameType(one, other);
  if (other.kind !== 'array' || !same(one.of, other.of)) return false;
  const [length, its] = [one.length, other.length].map((each) =>
    typeof each === 'object' ? wholeOf(each) : each === undefined ? each : BigInt(each),
  );
  return length === undefined || its === undefined || length === its;
}

function ofNumbers(to: Scalar, of: Scalar): Conversion['kind'] {
  // Halves are structs, which convert to `float`.
  if (to === 'half' || of === 'half') return to === 'float' ? 'own' : 'own, then of numbers';
  const isShort = of === 'bool' || SCALARS[of].bytes < SCALARS.int.bytes;
  const isPromoted = (to === 'int' && isShort) || (to === 'double' && of === 'float');
  return isPromoted ? 'promotion' : 'of numbers';
}

/** An argument's conversion to a parameter's type; undefined if it does not fit. */
export function conversion(parameter: Type, given: Type | undefined): Conversion | undefined {
  // Nobody knows its type.
  if (given === undefined) return { kind: 'promotion' };
  if (parameter.kind === 'array' && given.kind === 'array')
    return same(parameter.of, given.of) ? NONE : undefined;
  const from = decayed(given);
  if (same(parameter, from)) return NONE;
  if (parameter.kind === 'scalar' && from.kind === 'scalar')
    return { kind: ofNumbers(parameter.scalar, from.scalar) };
  if (parameter.kind === 'pointer' && from.kind === 'pointer') {
    if (parameter.to.kind === 'void') return { kind: 'to void pointer' };
    if (from.to.kind === 'void') return { kind: 'of pointers' };
    return same(parameter.to, from.to) ? NONE : undefined;
  }
  return parameter.kind === 'pointer' && from.kind === 'scalar'
    ? { kind: 'of pointers' }
    : undefined;
}

/** The conversion of a struct, or a pointer to one, to a base at its start. */
export function toBase(base: Type, given: Type | undefined): Conversion | undefined {
  if (base.kind === 'pointer')
    return given?.kind === 'pointer' ? toBase(base.to, given.to) : undefined;
  const first = given?.kind === 'struct' ? given.members?.[0] : undefined;
  if (first?.name !== '' || base.kind !== 'struct') return undefined;
  if (sameType(base, first.type)) return { kind: 'to a base' };
  const further = toBase(base, first.type);
  return further && { ...further, between: (further.between ?? 0) + 1 };
}
