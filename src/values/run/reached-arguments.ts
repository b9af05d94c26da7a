import type { Bounded } from './bounded.ts';
import { type Factors, type Form, hasId, isNaturalTerm, onlyAlike } from './form.ts';

/** A product of arguments that an index may be equal to, and what it ends. */
export interface Reached {
  readonly factors: Factors;
  /** Elements of a row whose length is a number. */
  readonly times: number;
  /** By what number the product is divided, if it is. */
  readonly divisor?: number | undefined;
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
  readonly boundedAt: (access: number) => readonly Bounded[];
  /** Accesses of the same array. */
  readonly besides: (access: number) => readonly number[];
}

/** Products of arguments that end arrays, as far as guards tell, and that accesses reach. */
export function reachedArguments({
  unitsOf,
  placeOf,
  boundedAt,
  besides,
}: Known): (access: number) => Reached | undefined {
  /** Products that an access's own index is compared with, and how far it may go behind them. */
  const boundsOf = (access: number): readonly Bound[] => {
    const place = placeOf(access);
    if (place === undefined) return [];
    return boundedAt(access).flatMap(({ value: index, bound, by, isEqual }): readonly Bound[] => {
      if (isEqual) return [];
      // `i < n + 1` is `i <= n`.
      const last = bound.rest + by;
      const most = productIn({ ...bound, rest: 0 });
      if (most?.factor !== 1) return [];
      const { divisor } = most;
      return unitsOf(access).flatMap((bytes): readonly Bound[] => {
        const begun = begunAt(place, index, bytes, most.factors);
        // Guards of an index speak of the next too, unless they let the end itself through.
        if (
          begun !== undefined &&
          (begun.after <= 0 || last + begun.after < 0 || last >= index.rest || isOfSeveral(index))
        )
          return [{ ...most, times: 1, last: last + begun.after, ends: begun.ends }];
        const rows = rowsOf(place, index, bytes);
        if (rows === undefined) return [];
        const factors = [...most.factors, ...rows.factors].toSorted((a, b) => a - b);
        return [{ factors, divisor, times: rows.times, last: last - rows.before, ends: 'array' }];
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
        ({ factors, divisor, times, last, ends }) =>
          last === -1 && times === 1 && ends === 'array' && !divisor && isSame(factors),
      ),
    );
    // Only items that are left over come here.
    const isLeftOver = boundedAt(access).some(
      ({ value, bound, isEqual }) => !isEqual && isSame(onlyAlike(value)?.factors) && hasId(bound),
    );
    const isEnd = isElsewhere || isLeftOver;
    return isEnd ? { factors: only.factors, times: 1, ends: 'index' } : undefined;
  };
}

/** A product of arguments, or one that a number divides. */
function productIn(
  form: Form,
): (Pick<Reached, 'factors' | 'divisor'> & { readonly factor: number }) | undefined {
  const [only, another] = form.terms.values();
  if (only?.kind !== 'free' || another !== undefined || only.part?.kind !== 'quotient')
    return onlyAlike(form);
  const { of, by } = only.part;
  const whole = by.terms.size === 0 ? onlyAlike(of) : undefined;
  return whole?.factor === 1
    ? { factors: whole.factors, divisor: by.rest, factor: only.factor }
    : undefined;
}

/** Each work-item has several elements: `2 * i`. */
const isOfSeveral = ({ terms }: Form): boolean =>
  [...terms.values()].every(({ factor }) => factor > 1);

const isSameRow = (one: Reached, other: Reached): boolean =>
  one.ends === other.ends &&
  one.times === other.times &&
  one.divisor === other.divisor &&
  one.factors.join() === other.factors.join();

/** A place is in the row that an index numbers: its length, as a number of at least `least` and as arguments. */
function rowsOf(place: Form, index: Form, bytes: number, least = 2): Row | undefined {
  if (!hasId(index)) return undefined;
  const isNoneBefore = (isRow: (name: string) => boolean): boolean =>
    [...place.terms].every(([name, term]) => isRow(name) || isNaturalTerm(term));
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

/** A place is that of an index by identifiers, or so many elements after it, from a beginning that is alike for
 * all items, or that of a row as long as a bound. */
function begunAt(
  place: Form,
  index: Form,
  bytes: number,
  bound: Factors,
): (Pick<Reached, 'ends'> & { readonly after: number }) | undefined {
  const isIn = [...index.terms].every(
    ([name, { factor }]) => place.terms.get(name)?.factor === factor * bytes,
  );
  if (!hasId(index) || !isIn) return undefined;
  let ends: Reached['ends'] = 'array';
  for (const [name, term] of place.terms) {
    if (index.terms.has(name) || term.kind === 'alike') continue;
    if (term.kind !== 'free' || term.factors?.join() !== bound.join()) return undefined;
    ends = 'row';
  }
  return { ends, after: Math.floor(place.rest / bytes) - index.rest };
}
