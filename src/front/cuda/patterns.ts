import type { Expression, Type } from '../syntax.ts';
import type { Scalar } from '../scalar.ts';
import { otherName, sameType } from '../types.ts';
import { wholeOf } from './constants.ts';
import { countName, countOf, elementName } from './packs.ts';
import { type Bindings, isExpression, shown, type TemplateParameter } from './templates.ts';

/** Patterns of specialisations and overloads, and what they match. */

type Meant = Type | Expression;

/** A part of a pattern, or of what it is to match; `R...` stands for all that is left. */
export interface Part {
  readonly meant: Meant;
  readonly isRest: boolean;
}

export const partOf = (meant: Meant): Part => ({ meant, isRest: false });

/** Undefined where the text does not tell. */
export type Fits = boolean | undefined;

/** Fails if one fails, and is open if one is open. */
export const allOf = (answers: readonly Fits[]): Fits =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;

/** A type of which nothing is known. */
const isUnknown = (type: Type): boolean =>
  type.kind === 'other' && (type.as === 'type' || type.what === 'auto');

/** Both mean the same.
 * @param alike types that stand for several of the text's */
export function isSame(one: Meant, other: Meant, alike?: ReadonlySet<Scalar>): Fits {
  if (isExpression(one) !== isExpression(other)) return false;
  if (isExpression(one) && isExpression(other)) {
    const [first, second] = [wholeOf(one), wholeOf(other)];
    if (first !== undefined && second !== undefined) return first === second;
    return shown(one) === shown(other) ? true : undefined;
  }
  return unify(one, other, new Map(), { names: new Set(), argumentsOf: new Map(), alike });
}

interface Open {
  /** Names that stand for anything. */
  readonly names: ReadonlySet<string>;
  /** See `deduce`. */
  readonly argumentsOf: ReadonlyMap<string, Bindings>;
  /** Types that stand for several of the text's. */
  readonly alike?: ReadonlySet<Scalar> | undefined;
}

export const namesOf = (template: readonly TemplateParameter[]): ReadonlySet<string> =>
  new Set(template.map(({ name }) => name));

/** Matches lists of arguments, and binds the pattern's names. */
export function unifyAll(
  pattern: readonly Part[],
  given: readonly Part[],
  found: Map<string, Meant>,
  open: Open,
): Fits {
  const rest = pattern.findIndex(({ isRest }) => isRest);
  const plain = rest < 0 ? pattern : pattern.slice(0, rest);
  if (rest < 0 ? given.length !== plain.length : given.length < plain.length) return false;
  const answers = plain.map(({ meant }, i): Fits => {
    const part = given[i];
    return part !== undefined && !part.isRest && unify(meant, part.meant, found, open);
  });
  const pack = pattern[rest];
  if (pack === undefined) return allOf(answers);
  const name = ownName(pack.meant, open);
  // Work on each element is not followed.
  if (name === undefined || rest + 1 < pattern.length) answers.push(undefined);
  else {
    const left = given.slice(plain.length);
    const span = { start: 0, end: 0 };
    if (!left.some(({ isRest }) => isRest)) found.set(countName(name), countOf(left.length, span));
    left.forEach(({ meant }, place) => found.set(elementName(name, place), meant));
  }
  return allOf(answers);
}

function ownName(pattern: Meant, { names }: Open): string | undefined {
  const name = isExpression(pattern)
    ? pattern.kind === 'name'
      ? pattern.name
      : undefined
    : otherName(pattern, 'parameter');
  return name !== undefined && names.has(name) ? name : undefined;
}

/** Matches a pattern exactly, and binds its names. */
function unify(pattern: Meant, given: Meant, found: Map<string, Meant>, open: Open): Fits {
  const name = ownName(pattern, open);
  if (name !== undefined) {
    const before = found.get(name);
    if (before !== undefined) return isSame(before, given);
    found.set(name, given);
    return true;
  }
  if (isExpression(pattern) || isExpression(given)) return isSame(pattern, given);
  if (isUnknown(pattern) || isUnknown(given)) return undefined;
  if (pattern.kind === 'pointer' && given.kind === 'pointer')
    return unify(pattern.to, given.to, found, open);
  if (pattern.kind === 'array' && given.kind === 'array')
    return allOf([
      unify(pattern.of, given.of, found, open),
      lengthsFit(pattern.length, given.length, found, open),
    ]);
  if (pattern.kind !== 'struct' || given.kind !== 'struct') {
    const isVague = pattern.kind === 'scalar' && open.alike?.has(pattern.scalar) === true;
    return sameType(pattern, given) ? (isVague ? undefined : true) : false;
  }
  if (pattern.name === given.name) return true;
  const [own, its] = [pattern, given].map((each) => open.argumentsOf.get(each.name));
  if (own === undefined || its === undefined) return false;
  if (templateOf(pattern.name) !== templateOf(given.name)) return false;
  const parts = (of: Bindings): readonly Part[] => [...of.values()].map(partOf);
  return unifyAll(parts(own), parts(its), found, open);
}

const templateOf = (name: string): string => name.replace(/<.*$/s, '');

type Length = Extract<Type, { kind: 'array' }>['length'];

function lengthsFit(pattern: Length, given: Length, found: Map<string, Meant>, open: Open): Fits {
  if (pattern === undefined || given === undefined) return pattern === given;
  const part = (length: number | Expression): Expression =>
    typeof length === 'number' ? countOf(length, { start: 0, end: 0 }) : length;
  return unify(part(pattern), part(given), found, open);
}

/** The one that each other's pattern matches, and that matches none of theirs; undefined where none is. */
export function mostSpecial<T>(
  all: readonly T[],
  matches: (pattern: T, given: T) => Fits,
): T | undefined {
  if (all.length < 2) return all[0];
  return all.find((one) =>
    all.every(
      (other) => other === one || (matches(other, one) === true && matches(one, other) === false),
    ),
  );
}
