import { integerType, limitsOf } from '../../conversions.ts';
import { namedConstant } from '../../literal.ts';
import { named as children } from '../../parsed.ts';
import { scalarType } from '../../types.ts';
import type { TreeNode } from '../../tree-node.ts';
import { EXACT, mathematicsOf } from '../host-reals.ts';
import { limitedBy } from '../limits.ts';
import { LOST, type Value } from './cells.ts';
import { unfollowed } from './reading.ts';
import { computed, real, scalarNamed, truthOf, unknownOf, whole } from './numbers.ts';

/** Numbers that C's and C++'s libraries make of numbers. */

const IS_LIMIT = /^(?:(?:U?(?:CHAR|SHRT|INT|LONG)|SCHAR|FLT|DBL)_[A-Z]+|CHAR_BIT)$/;

/** `INT_MAX` and its like. */
export function limitNamed(name: string): Value | undefined {
  const { type, value } = (IS_LIMIT.test(name) && namedConstant(name)) || {};
  if (typeof value === 'bigint') return whole(value, type);
  if (type === 'int' && value !== undefined) return whole(value);
  return value !== undefined && (type === 'float' || type === 'double')
    ? real(value, type)
    : undefined;
}

/** `std::numeric_limits<int>::max()`. */
export function limitCalled(callee: TreeNode | null): Value | undefined {
  const of = limitedBy(callee);
  const scalar = of && scalarNamed(of.text);
  const limits = scalar && integerType(scalarType(scalar));
  const [, which] = /::\s*(max|min|lowest)$/.exec(callee?.text ?? '') ?? [];
  if (!limits || which === undefined) return undefined;
  return whole(which === 'max' ? limitsOf(limits).high : limitsOf(limits).low, scalar);
}

const isLess = (one: Value, other: Value): boolean | undefined =>
  truthOf(computed('<', one, other));

/** The first of the least or of the largest. */
export function outermost(name: 'min' | 'max', values: readonly Value[]): Value {
  const [first = LOST, ...others] = values;
  return others.reduce((best, each) => {
    const isOther = name === 'min' ? isLess(each, best) : isLess(best, each);
    return isOther === undefined ? unknownOf(best, each) : isOther ? each : best;
  }, first);
}

const IS_OF_NUMBERS = /^(?:std::(?:clamp|gcd|lcm)|__builtin_popcount(?:ll)?)$/;

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

/** Its arguments are numbers alone. */
export const isOfNumbers = (callee: TreeNode | null): boolean => {
  const { name } = mathematicsOf(callee);
  const isExact = Object.hasOwn(EXACT, name) && !/^(?:min|max|abs)$/.test(name);
  return isExact || IS_OF_NUMBERS.test(callee?.text ?? '');
};

/** A function of numbers alone; undefined of others. */
export function ofNumbers(callee: TreeNode | null, values: readonly Value[]): Value | undefined {
  const name = callee?.text.replace(/^std::/, '') ?? '';
  const [one, other, last] = values;
  if (name === 'clamp' && one && other && last && values.length === 3)
    return outermost('min', [outermost('max', [one, other]), last]);
  if ((name === 'gcd' || name === 'lcm') && one && other) {
    const both = computed('+', one, other);
    if (one.kind !== 'whole' || other.kind !== 'whole' || both.kind !== 'whole')
      return unfollowed(one, other);
    const divisor = gcd(one.value, other.value);
    if (name === 'gcd') return whole(divisor, both.type);
    return divisor === 0n ? LOST : whole(gcd((one.value * other.value) / divisor, 0n), both.type);
  }
  if (/^__builtin_popcount(?:ll)?$/.test(name) && one?.kind === 'whole') {
    const bits = BigInt.asUintN(name.endsWith('ll') ? 64 : 32, one.value).toString(2);
    return whole(bits.replaceAll('0', '').length);
  }
  return ofFractions(callee, values);
}

function ofFractions(callee: TreeNode | null, values: readonly Value[]): Value | undefined {
  const { name, isSingle } = mathematicsOf(callee);
  const compute = /^(?:min|max|abs)$/.test(name) ? undefined : EXACT[name];
  if (!compute) return undefined;
  const numbers = values.flatMap((each) =>
    each.kind === 'real' || each.kind === 'whole' ? [Number(each.value)] : [],
  );
  if (numbers.length < values.length || numbers.length === 0) return unknownOf(...values);
  const result = compute(...numbers);
  const areSingle = values.every((each) => each.kind === 'real' && each.type === 'float');
  return Number.isFinite(result) ? real(result, isSingle || areSingle ? 'float' : 'double') : LOST;
}

/** No library is that far from a logarithm. */
const NEAR = 1e-6;

/** `ceil(log2(17))`: a logarithm is not told exactly, but what whole numbers it is between. */
export function roundedLogarithm(
  callee: TreeNode | null,
  arg: TreeNode | undefined,
  valueOf: (node: TreeNode | undefined) => Value,
): Value | undefined {
  const { name } = mathematicsOf(callee);
  const inner = arg?.type === 'call_expression' ? arg.childForFieldName('function') : null;
  const isOne = /^(?:ceil|floor|trunc|round)$/.test(name) && mathematicsOf(inner).name === 'log2';
  if (!isOne) return undefined;
  const of = valueOf(children(arg?.childForFieldName('arguments') ?? null)[0]);
  const value =
    of.kind === 'whole' || of.kind === 'real' ? Math.log2(Number(of.value)) : Number.NaN;
  // Halves are rounded to either side.
  const isClear = Math.abs(2 * value - Math.round(2 * value)) > NEAR;
  return isClear ? real(EXACT[name]?.(value) ?? Number.NaN) : undefined;
}

/** The characters of a string literal without escapes. */
export const charactersOf = (literal: string): string | undefined =>
  /^"([^"\\]*)"$/.exec(literal)?.[1];

/** A longer text is not looked at. */
const MOST_CHARACTERS = 5000;

const OF_TEXT = /^(?:strlen|atoi|stoi)$/;

/** A function of a text. */
export function ofText(name: string, argument: () => Value): Value | undefined {
  const own = OF_TEXT.test(name) ? argument() : undefined;
  const characters = own && charactersIn(own);
  if (characters === undefined) return undefined;
  if (name === 'strlen') return whole(characters.length, 'ulong');
  const [digits] = /^\s*[-+]?\d{1,9}(?!\d)/.exec(characters) ?? [];
  return digits === undefined ? undefined : whole(Number(digits));
}

/** The characters in front of the first zero. */
function charactersIn(value: Value): string | undefined {
  if (value.kind === 'open') return value.characters;
  if (value.kind !== 'pointer' || !value.to) return undefined;
  let characters = '';
  for (let { at } = value; ; at += 1) {
    const each = value.to.values.get(at) ?? value.to.rest;
    if (each.kind !== 'whole' || characters.length > MOST_CHARACTERS) return undefined;
    if (each.value === 0n) return characters;
    characters += String.fromCodePoint(Number(each.value));
  }
}
