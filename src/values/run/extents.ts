import type { Bounded } from './bounded.ts';
import {
  alike,
  alikeOf,
  areAlike,
  type Factors,
  type Form,
  isNatural,
  number,
  ownOf,
  productOfAlike,
  sum,
  type Term,
  times,
} from './form.ts';

/** Elements of an array that guards of an access want, as far as they tell. */
export interface Extent {
  /** `product`: not more than a product of arguments, from its beginning; `mixed`: rows and columns go by bounds
   * of others. */
  readonly kind: 'product' | 'mixed';
  readonly elements: Form;
}

/** An index's parts are at most a sum of arguments. */
interface Upper {
  readonly index: Form;
  readonly most: Form;
}

interface Known {
  readonly placeOf: (access: number) => Form | undefined;
  readonly boundedAt: (access: number) => readonly Bounded[];
  /** Bytes of the access, and of its array's elements. */
  readonly sizeOf: (access: number) => { readonly bytes: number; readonly unit: number };
}

/** More sums are not looked at. */
const MOST_SUMS = 32;
const DEEPEST = 12;

export interface Extents {
  readonly extentOf: (access: number) => Extent | undefined;
  /** Elements up to the last that an access comes to, in each way that guards tell. */
  readonly elementsOf: (access: number) => readonly Form[];
}

export function extentsOf({ placeOf, boundedAt, sizeOf }: Known): Extents {
  const foundAt = (access: number) => {
    const place = placeOf(access);
    if (place === undefined || !isNatural(place)) return undefined;
    const uppers = boundedAt(access).map(upperOf);
    const { bytes, unit } = sizeOf(access);
    const begin = alikeOf(place);
    const found = mostOf(sum(place, begin, -1), uppers, 0).map((most) =>
      times(sum(most, number(bytes), 1), 1 / unit),
    );
    return { place, uppers, found, begin: times(begin, 1 / unit) };
  };
  return {
    extentOf: (access) => {
      const all = foundAt(access);
      if (all === undefined) return undefined;
      const { place, uppers, found, begin } = all;
      const product = found.find((each) => begin.terms.size === 0 && isProduct(each));
      if (product !== undefined) return { kind: 'product', elements: product };
      const [mixed] = found;
      const isMixed = found.every((each) => summands(each) > 1) && areRowsBounds(place, uppers);
      return mixed !== undefined && isMixed
        ? { kind: 'mixed', elements: sum(mixed, begin, 1) }
        : undefined;
    },
    elementsOf: (access) => {
      const all = foundAt(access);
      return all === undefined ? [] : all.found.map((each) => sum(each, all.begin, 1));
    },
  };
}

/** `n - x > 0` is `x <= n - 1`. */
function upperOf({ value, bound, by }: Bounded): Upper {
  const apart = sum(value, bound, -1);
  const index = ownOf(apart);
  return { index, most: sum(number(by), sum(apart, index, -1), -1) };
}

/** Sums of arguments that a form is at most. */
function mostOf(form: Form, uppers: readonly Upper[], depth: number): readonly Form[] {
  const [part] = [...form.terms].filter(([, { kind }]) => kind !== 'alike');
  if (part === undefined) return [form];
  if (depth > DEEPEST) return [];
  const [name, term] = part;
  const others = sum(form, { terms: new Map([part]), rest: 0 }, -1);
  const instead: Form[] = uppers.flatMap(({ index, most }) => {
    const by = index.terms.has(name) ? ratio(form, index) : 0;
    return by > 0 ? [sum(sum(form, times(index, by), -1), times(most, by), 1)] : [];
  });
  if (term.factor < 0 && isNatural({ terms: new Map([[name, { ...term, factor: 1 }]]), rest: 0 }))
    instead.push(others);
  if (term.factor > 0)
    for (const most of mostOfTerm(term, uppers, depth + 1))
      instead.push(sum(others, times(most, term.factor), 1));
  return instead.flatMap((each) => mostOf(each, uppers, depth + 1)).slice(0, MOST_SUMS);
}

/** By what a number is made of, without its factor. */
function mostOfTerm(term: Term, uppers: readonly Upper[], depth: number): readonly Form[] {
  if (term.kind === 'digit') return [number(term.range.high)];
  if (term.kind !== 'free') return [];
  const { of, factors, part } = term;
  if (of !== undefined && factors !== undefined)
    return mostOf(of, uppers, depth).flatMap((most) => {
      const product = areAlike(most) ? productOfAlike(most, alike(factors, 1)) : undefined;
      return product === undefined ? [] : [product];
    });
  if (part === undefined) return [];
  if (part.kind === 'remainder') return [sum(part.by, number(1), -1)];
  return mostOf(part.of, uppers, depth).flatMap((most) => {
    const quotient = quotientOf(sum(most, number(1), 1), part.by);
    return quotient === undefined ? [] : [sum(quotient, number(1), -1)];
  });
}

/** A sum of products, each with the divisor among its factors. */
function quotientOf({ terms, rest }: Form, by: Form): Form | undefined {
  const [divisor, another] = by.terms.values();
  if (divisor?.kind !== 'alike' || another !== undefined || divisor.factor !== 1) return undefined;
  if (by.rest !== 0 || rest !== 0) return undefined;
  let quotient = number(0);
  for (const term of terms.values()) {
    const left = term.kind === 'alike' ? [...term.factors] : [];
    for (const factor of divisor.factors) {
      const at = left.indexOf(factor);
      if (at < 0) return undefined;
      left.splice(at, 1);
    }
    const each = left.length === 0 ? number(term.factor) : alike(left, term.factor);
    quotient = sum(quotient, each, 1);
  }
  return quotient;
}

/** By what all of an index's parts are in a form, or 0. */
function ratio(form: Form, { terms }: Form): number {
  const ratios = [...terms].map(
    ([name, { factor }]) => (form.terms.get(name)?.factor ?? 0) / factor,
  );
  const [by = 0] = ratios;
  return ratios.every((each) => each === by) ? by : 0;
}

/** Products that are added, and a number. */
const summands = ({ terms }: Form): number =>
  [...terms.values()].filter(({ factor }) => factor > 0).length;

const isProduct = (elements: Form): boolean => summands(elements) === 1 && elements.rest <= 0;

/** Rows are as long as bounds of others on the way. */
function areRowsBounds(place: Form, uppers: readonly Upper[]): boolean {
  const bounds = new Set(uppers.flatMap(({ most }) => [...most.terms.values()].flatMap(factorsIn)));
  const rows = [...place.terms.values()].flatMap((term) =>
    term.kind === 'free' && term.of !== undefined ? (term.factors ?? []) : [],
  );
  return rows.length > 0 && rows.every((row) => bounds.has(row));
}

const factorsIn = (term: Term): Factors => (term.kind === 'alike' ? term.factors : []);
