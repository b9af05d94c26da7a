import type { Value } from '../program.ts';
import type { Limit } from './guards.ts';
import { type Factors, type Form, onlyAlike, type Term } from './form.ts';

/** A product of arguments that an index may be equal to, and what it ends. */
export interface Reached {
  readonly factors: Factors;
  /** Elements of a row whose length is a number. */
  readonly times: number;
  /** `index`: guards elsewhere end the array there, and this access is at it or behind. */
  readonly ends: 'row' | 'array' | 'index';
}

interface Row extends Pick<Reached, 'factors' | 'times'> {
  /** Rows from the one that the index numbers, back to this one. */
  readonly before: number;
}

interface Bound extends Reached {
  /** The farthest from the product that a guard lets through. */
  readonly last: number;
}

interface Known {
  /** Bytes from an element to the next: of the access's type, and of the array's own. */
  readonly unitsOf: (access: number) => readonly number[];
  readonly placeOf: (access: number) => Form | undefined;
  readonly limitsAt: (access: number) => readonly Limit[];
  readonly integer: (value: Value, at: number) => Form;
  /** Accesses of the same array. */
  readonly besides: (access: number) => readonly number[];
}

/** Products of arguments that end arrays, as far as guards tell, and that accesses reach. */
export function reachedArguments({
  unitsOf,
  placeOf,
  limitsAt,
  integer,
  besides,
}: Known): (access: number) => Reached | undefined {
  /** Products that an access's own index is compared with, and how far it may go behind them. */
  const boundsOf = (access: number): readonly Bound[] => {
    const place = placeOf(access);
    if (place === undefined) return [];
    return limitsAt(access).flatMap(({ value, operator, bound }) => {
      if (operator === '==') return [];
      const limit = integer(bound, access);
      // `i < n + 1` is `i <= n`.
      const last = limit.rest - (operator === '<' ? 1 : 0);
      const most = onlyAlike({ ...limit, rest: 0 });
      if (most?.factor !== 1) return [];
      const index = integer(value, access);
      return unitsOf(access).flatMap((bytes) => {
        const isOfRow = isBegunAt(place, index, bytes, most.factors);
        const ends = isOfRow === true ? 'row' : 'array';
        if (isOfRow !== undefined) return [{ factors: most.factors, times: 1, last, ends }];
        const rows = rowsOf(place, index, bytes);
        if (rows === undefined) return [];
        const factors = [...most.factors, ...rows.factors].toSorted((a, b) => a - b);
        return [{ factors, times: rows.times, last: last - rows.before, ends }];
      });
    });
  };
  return (access) => {
    const bounds = boundsOf(access);
    // The closest guard counts.
    const beyond = bounds.find((bound) =>
      bounds.every((other) => other.last >= 0 || !isSameRow(other, bound)),
    );
    if (beyond !== undefined) return beyond;
    const place = placeOf(access);
    const only = place && onlyAlike({ ...place, rest: 0 });
    if (only === undefined || (place?.rest ?? -1) < 0) return undefined;
    if (!unitsOf(access).includes(only.factor)) return undefined;
    const isSame = (factors: Factors | undefined): boolean =>
      factors?.join() === only.factors.join();
    const isElsewhere = besides(access).some((other) =>
      boundsOf(other).some(
        ({ factors, times, last, ends }) =>
          last === -1 && times === 1 && ends === 'array' && isSame(factors),
      ),
    );
    // Only items that are left over come here.
    const isLeftOver = limitsAt(access).some(
      ({ value, operator, bound }) =>
        operator !== '==' &&
        isSame(onlyAlike(integer(value, access))?.factors) &&
        hasId(integer(bound, access)),
    );
    const isEnd = isElsewhere || isLeftOver;
    return isEnd ? { factors: only.factors, times: 1, ends: 'index' } : undefined;
  };
}

const isSameRow = (one: Reached, other: Reached): boolean =>
  one.ends === other.ends &&
  one.times === other.times &&
  one.factors.join() === other.factors.join();

const hasId = ({ terms }: Form): boolean => [...terms.values()].some(({ kind }) => kind === 'id');

/** A place is in the row that an index numbers: its length, as a number of at least `least` and as arguments. */
function rowsOf(place: Form, index: Form, bytes: number, least = 2): Row | undefined {
  if (!hasId(index)) return undefined;
  const isNoneBefore = (isRow: (name: string) => boolean): boolean =>
    [...place.terms].every(([name, term]) => isRow(name) || isNotNegative(term));
  const ratios = [...index.terms].map(
    ([name, { factor }]) => (place.terms.get(name)?.factor ?? 0) / (factor * bytes),
  );
  const [times = 0] = ratios;
  if (times >= least && Number.isInteger(times) && ratios.every((each) => each === times)) {
    const before = Math.max(0, Math.ceil(index.rest - place.rest / (bytes * times)));
    const isRow = isNoneBefore((name) => index.terms.has(name));
    return isRow ? { times, factors: [], before } : undefined;
  }
  for (const [name, { factor, ...term }] of place.terms) {
    if (term.kind !== 'free' || !term.factors || !term.of || factor % bytes !== 0) continue;
    const inner = rowsOf(term.of, index, 1, 1);
    const isRow = factor > 0 && place.rest >= 0 && isNoneBefore((each) => each === name);
    if (inner === undefined || !isRow) continue;
    const factors = [...term.factors, ...inner.factors];
    return { ...inner, times: inner.times * (factor / bytes), factors };
  }
  return undefined;
}

/** Arguments are taken to be sizes. */
function isNotNegative({ factor, ...term }: Term): boolean {
  if (factor <= 0) return false;
  if (term.kind === 'alike' || term.range.low >= 0) return true;
  if (term.kind !== 'free' || term.of === undefined) return false;
  return term.of.rest >= 0 && [...term.of.terms.values()].every(isNotNegative);
}

/** A place is that of an index by identifiers, from a beginning that is alike for all items, or that of a row
 * as long as a bound.
 * @returns false where no rows are; undefined where it is another place */
function isBegunAt(place: Form, index: Form, bytes: number, bound: Factors): boolean | undefined {
  const isIn = [...index.terms].every(
    ([name, { factor }]) => place.terms.get(name)?.factor === factor * bytes,
  );
  const within = place.rest - index.rest * bytes;
  if (!hasId(index) || !isIn || within < 0 || within >= bytes) return undefined;
  let hasRows = false;
  for (const [name, term] of place.terms) {
    if (index.terms.has(name) || term.kind === 'alike') continue;
    if (term.kind !== 'free' || term.factors?.join() !== bound.join()) return undefined;
    hasRows = true;
  }
  return hasRows;
}
