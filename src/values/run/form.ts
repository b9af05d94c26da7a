import { type Interval, sure } from '../../base/interval.ts';
import type { Value } from '../program.ts';

/** An item's own number in one dimension. */
export type Id = Pick<Extract<Value, { kind: 'id' }>, 'of' | 'dimension'>;

/** A whole number in a range: `digit`, an id's remainder or quotient; `alike`, a product of arguments, the same for all
 * items; `ticket`, of a counter that gives no two items the same; `free`, anything, or a form times arguments. */
type Whole = { readonly range: Interval } & (
  | { readonly kind: 'id' | 'digit'; readonly id: Id }
  | { readonly kind: 'alike'; readonly factors: Factors }
  | { readonly kind: 'ticket'; readonly counter: number }
  | Free
);

export interface Free {
  readonly kind: 'free';
  readonly factors?: Factors;
  readonly of?: Form;
  readonly part?: Part;
}

/** A quotient or remainder of a form, divided by what is alike for all items. */
export interface Part {
  readonly kind: 'quotient' | 'remainder';
  readonly of: Form;
  readonly by: Form;
}

/** Registers of the arguments that a product is made of, in their order. */
export type Factors = readonly number[];

/** A part of a place: a whole number, times a factor. */
export type Term = Whole & { readonly factor: number };

/** A sum of terms by name, and a number: bytes into an object, or an integer. */
export interface Form {
  readonly terms: ReadonlyMap<string, Term>;
  readonly rest: number;
}

export const number = (rest: number): Form => ({ terms: new Map(), rest });

export function alike(factors: Factors, factor: number): Form {
  const sorted = factors.toSorted((a, b) => a - b);
  return one(`argument ${sorted.join(' * ')}`, {
    kind: 'alike',
    factors: sorted,
    factor,
    range: sure(0, 0),
  });
}

/** A number that is the same in each work-item. */
export const areAlike = ({ terms }: Form): boolean =>
  [...terms.values()].every(({ kind }) => kind === 'alike');

/** Longer sums are not multiplied out. */
const MOST_TERMS = 4;

export function productOfAlike(x: Form, y: Form): Form | undefined {
  if (x.terms.size > MOST_TERMS || y.terms.size > MOST_TERMS) return undefined;
  let product = sum(times(x, y.rest), times({ ...y, rest: 0 }, x.rest), 1);
  for (const one of x.terms.values())
    for (const other of y.terms.values())
      if (one.kind === 'alike' && other.kind === 'alike')
        product = sum(
          product,
          alike([...one.factors, ...other.factors], one.factor * other.factor),
          1,
        );
  return product;
}

/** The only term of a form, if it is alike for all. */
export function onlyAlike({ terms, rest }: Form): Extract<Term, { kind: 'alike' }> | undefined {
  const [only, another] = terms.values();
  return another === undefined && rest === 0 && only?.kind === 'alike' ? only : undefined;
}

export const one = (name: string, term: Term): Form => ({
  terms: new Map([[name, term]]),
  rest: 0,
});

export const times = ({ terms, rest }: Form, by: number): Form =>
  by === 0
    ? number(0)
    : {
        terms: new Map(
          [...terms].map(([name, term]) => [name, { ...term, factor: term.factor * by }]),
        ),
        rest: rest * by,
      };

/** @param sign of the second. */
export function sum(left: Form, right: Form, sign: 1 | -1): Form {
  const terms = new Map(left.terms);
  for (const [name, term] of right.terms) {
    const factor = (terms.get(name)?.factor ?? 0) + sign * term.factor;
    if (factor === 0) terms.delete(name);
    else terms.set(name, { ...term, factor });
  }
  return { terms, rest: left.rest + sign * right.rest };
}

/** The same number in each work-item. Unknowns have names of their own. */
export const areSame = (left: Form, right: Form): boolean =>
  left.rest === right.rest &&
  left.terms.size === right.terms.size &&
  [...left.terms].every(([name, { factor }]) => right.terms.get(name)?.factor === factor);

export const hasAlike = ({ terms }: Form): boolean =>
  [...terms.values()].some(({ kind }) => kind === 'alike');

/** Without what is alike for all items. */
export function rangeOf({ terms, rest }: Form): { readonly low: number; readonly high: number } {
  let [low, high] = [rest, rest];
  for (const { kind, factor, range } of terms.values()) {
    if (kind === 'alike') continue;
    const ends = [factor * range.low, factor * range.high];
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return { low, high };
}

/** Not negative, where arguments are taken to be sizes. */
export const isNatural = ({ terms, rest }: Form): boolean =>
  rest >= 0 && [...terms.values()].every(isNaturalTerm);

export function isNaturalTerm({ factor, ...term }: Term): boolean {
  if (factor <= 0) return false;
  if (term.kind === 'alike' || term.range.low >= 0) return true;
  return term.kind === 'free' && term.of !== undefined && isNatural(term.of);
}

/** Forms of one key are the same number, where unknowns are named by what they are. */
export const keyOf = ({ terms, rest }: Form): string =>
  [...[...terms].map(([name, { factor }]) => `${factor} ${name}`).toSorted(), rest].join(' + ');

/** The work-item's own number is part of it. */
export const hasId = ({ terms }: Form): boolean =>
  [...terms.values()].some(
    (term) => term.kind === 'id' || (term.kind === 'free' && term.part && hasId(term.part.of)),
  );

const filtered = ({ terms }: Form, isSuch: (term: Term) => boolean): Form => ({
  terms: new Map([...terms].filter(([, term]) => isSuch(term))),
  rest: 0,
});

/** The terms that are the same for all work-items, and those that are not. */
export const alikeOf = (form: Form): Form => filtered(form, ({ kind }) => kind === 'alike');
export const ownOf = (form: Form): Form => filtered(form, ({ kind }) => kind !== 'alike');
