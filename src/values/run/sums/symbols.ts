import { type Interval, sure } from '../../../base/interval.ts';
import { bitsOf } from './bits.ts';
import {
  areEqual,
  constantOf,
  keyOf,
  type Literal,
  number,
  ONE,
  only,
  plus,
  soleOf,
  type Sum,
  times,
  ZERO,
} from './sum.ts';

/** An unknown's definition, where it has more than a range. */
type Meaning =
  | { readonly kind: 'free' }
  /** All hold. */
  | { readonly kind: 'and'; readonly of: readonly Literal[] }
  /** A sum is in a range. */
  | { readonly kind: 'within'; readonly sum: Sum; readonly range: Interval }
  | { readonly kind: 'choice'; readonly by: Literal; readonly then: Sum; readonly otherwise: Sum }
  /** The lowest bit of a set, and a number: 0 of both where the set is empty, if the number is 1. */
  | { readonly kind: 'first'; readonly set: Sum; readonly plus: 0 | 1 }
  /** A counter's number, and how much was added to it. */
  | { readonly kind: 'drawn'; readonly counter: number; readonly amount: Sum };

interface Symbol {
  readonly range: Interval;
  readonly meaning: Meaning;
  /** A counter's number may be in it. */
  readonly isDrawn: boolean;
}

/** Ranges of unknowns on a way. */
export type Facts = ReadonlyMap<number, Interval>;

export const NO_FACTS: Facts = new Map();

/** Bits of a set of lanes. */
const WIDTH = 32;

/** A choice between longer sums stays one. */
const MOST_PRODUCTS = 2;

const FREE: Meaning = { kind: 'free' };
const TRUTH = sure(0, 1);
const ANY = sure(-Infinity, Infinity);

/** Unknowns, of which equal ones are one. */
export class Symbols {
  readonly #all: Symbol[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #ranges = new WeakMap<Facts, Map<number, Interval>>();
  readonly #spend: (steps: number) => void;
  /** Those of which the lowest was asked for. */
  readonly sets = new Map<string, Sum>();

  constructor(spend: (steps: number) => void) {
    this.#spend = spend;
  }

  make(key: string, range: Interval, meaning: Meaning = FREE): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.#all.length);
    const isDrawn =
      meaning.kind === 'drawn' ||
      (meaning.kind === 'choice' &&
        (this.isDrawn(meaning.then) || this.isDrawn(meaning.otherwise)));
    return this.#all.push({ range, meaning, isDrawn }) - 1;
  }

  /** One that is equal to no other. */
  fresh(range: Interval): Sum {
    return only(this.#all.push({ range, meaning: FREE, isDrawn: false }) - 1);
  }

  opaque(key: string, range: Interval): Sum {
    return range.low === range.high ? number(range.low) : only(this.make(key, range));
  }

  meaning(symbol: number): Meaning {
    return this.#all[symbol]?.meaning ?? FREE;
  }

  /** A counter's number is part of it. */
  isDrawn({ terms }: Sum): boolean {
    return [...terms.keys()].some((symbol) => this.#all[symbol]?.isDrawn === true);
  }

  isTruth(symbol: number): boolean {
    const { low, high } = this.#all[symbol]?.range ?? ANY;
    return low >= 0 && high <= 1;
  }

  /** Looked for once on each way: unknowns are made of each other again and again. */
  range(symbol: number, facts: Facts): Interval {
    const own = this.#ranges.get(facts) ?? new Map<number, Interval>();
    this.#ranges.set(facts, own);
    const range = own.get(symbol) ?? this.#rangeNow(symbol, facts);
    own.set(symbol, range);
    return range;
  }

  #rangeNow(symbol: number, facts: Facts): Interval {
    const known = facts.get(symbol) ?? this.#all[symbol]?.range ?? ANY;
    if (known.low === known.high) return known;
    this.#spend(1);
    const meaning = this.meaning(symbol);
    switch (meaning.kind) {
      case 'and': {
        const all = meaning.of.map((each) => this.decided(each, facts));
        if (all.includes(false)) return sure(0, 0);
        return all.every((each) => each === true) ? sure(1, 1) : known;
      }
      case 'within': {
        const { low, high } = this.rangeOf(meaning.sum, facts);
        if (low >= meaning.range.low && high <= meaning.range.high) return sure(1, 1);
        return low > meaning.range.high || high < meaning.range.low ? sure(0, 0) : known;
      }
      case 'first':
        return this.#lowest(meaning.set, meaning.plus, known, facts);
      default:
        return known;
    }
  }

  #lowest(set: Sum, by: 0 | 1, known: Interval, facts: Facts): Interval {
    const is = bitsOf(this, set, 'uint')?.map((bit) =>
      typeof bit === 'boolean' ? bit : this.decided(bit, facts),
    );
    const [least, most] = [is?.findIndex((each) => each !== false), is?.indexOf(true)];
    if (least === undefined || most === undefined || most < 0) return known;
    return sure(Math.max(least + by, known.low), Math.min(most + by, known.high));
  }

  rangeOf({ terms, rest }: Sum, facts: Facts = NO_FACTS): Interval {
    let [low, high] = [rest, rest];
    for (const [symbol, by] of terms) {
      const range = this.range(symbol, facts);
      low += by * (by > 0 ? range.low : range.high);
      high += by * (by > 0 ? range.high : range.low);
    }
    return sure(low, high);
  }

  decided({ symbol, isTrue }: Literal, facts: Facts): boolean | undefined {
    const { low, high } = this.range(symbol, facts);
    return low === high ? (low !== 0) === isTrue : undefined;
  }

  /** With what else is known then; undefined if it cannot be. */
  assume(facts: Facts, literal: Literal): Facts | undefined {
    const known = this.decided(literal, facts);
    if (known === false) return undefined;
    const { symbol, isTrue } = literal;
    const more = new Map(facts).set(symbol, sure(isTrue ? 1 : 0, isTrue ? 1 : 0));
    const meaning = this.meaning(symbol);
    if (meaning.kind === 'and' && isTrue) {
      let all: Facts | undefined = more;
      for (const each of meaning.of) all = all && this.assume(all, each);
      return all;
    }
    if (meaning.kind === 'within' && isTrue) this.#atEnds(meaning, more);
    const sole = meaning.kind === 'within' ? soleOf(meaning.sum) : undefined;
    if (meaning.kind !== 'within' || sole?.factor !== 1 || sole.rest !== 0) return more;
    const { low, high } = this.range(sole.symbol, more);
    const { range } = meaning;
    // It becomes sharper, and what is made of it.
    this.#ranges.delete(more);
    if (isTrue) more.set(sole.symbol, sure(Math.max(low, range.low), Math.min(high, range.high)));
    else if (range.low <= low) more.set(sole.symbol, sure(Math.max(low, range.high + 1), high));
    else if (range.high >= high) more.set(sole.symbol, sure(low, Math.min(high, range.low - 1)));
    return more;
  }

  /** A sum at its least or most has each part at its end. */
  #atEnds(
    { sum, range: { low, high } }: Extract<Meaning, { kind: 'within' }>,
    facts: Map<number, Interval>,
  ): void {
    const all = this.rangeOf(sum);
    const isLeast = high <= all.low;
    if (!isLeast && low < all.high) return;
    for (const [symbol, by] of sum.terms) {
      const own = this.range(symbol, NO_FACTS);
      const end = by > 0 === isLeast ? own.low : own.high;
      facts.set(symbol, sure(end, end));
    }
  }

  /** The same where facts hold, without what else they tell: equal sums of two items stay equal. */
  resolved(sum: Sum, facts: Facts): Sum {
    let found = sum;
    for (const [symbol, by] of facts.size === 0 ? [] : sum.terms) {
      this.#spend(1);
      const meaning = this.meaning(symbol);
      const is = meaning.kind === 'choice' ? this.decided(meaning.by, facts) : undefined;
      if (meaning.kind !== 'choice' || is === undefined) continue;
      const part = this.resolved(is ? meaning.then : meaning.otherwise, facts);
      found = plus(plus(found, only(symbol), -by), part, by);
    }
    return found;
  }

  /** The same where facts hold. */
  simplified(sum: Sum, facts: Facts): Sum {
    if (facts.size === 0 || sum.terms.size === 0) return sum;
    let found = sum;
    for (const [symbol, by] of sum.terms) {
      this.#spend(1);
      const part = this.#part(symbol, facts);
      if (part !== undefined) found = plus(plus(found, only(symbol), -by), part, by);
    }
    return found;
  }

  #part(symbol: number, facts: Facts): Sum | undefined {
    const { low, high } = this.range(symbol, facts);
    if (low === high) return number(low);
    const meaning = this.meaning(symbol);
    if (meaning.kind === 'choice') {
      const is = this.decided(meaning.by, facts);
      return is === undefined
        ? undefined
        : this.simplified(is ? meaning.then : meaning.otherwise, facts);
    }
    if (meaning.kind !== 'and') return undefined;
    const open = meaning.of.filter((each) => this.decided(each, facts) === undefined);
    return open.length === meaning.of.length ? undefined : this.sumOf(this.and(open));
  }

  sumOf(literal: Literal | boolean): Sum {
    if (typeof literal === 'boolean') return literal ? ONE : ZERO;
    const { symbol, isTrue } = literal;
    return isTrue ? only(symbol) : plus(ONE, only(symbol), -1);
  }

  /** The literal for a sum that is 0 or 1. */
  literalOf(sum: Sum): Literal | boolean | undefined {
    const constant = constantOf(sum);
    if (constant !== undefined)
      return constant === 0 || constant === 1 ? constant === 1 : undefined;
    const { symbol = -1, factor, rest } = soleOf(sum) ?? {};
    if (!this.isTruth(symbol)) return undefined;
    if (factor === 1 && rest === 0) return { symbol, isTrue: true };
    return factor === -1 && rest === 1 ? { symbol, isTrue: false } : undefined;
  }

  and(all: readonly (Literal | boolean)[]): Literal | boolean {
    const parts = new Map<number, boolean>();
    for (const each of all) {
      if (each === false) return false;
      if (each === true) continue;
      const { kind, of } = { of: [], ...this.meaning(each.symbol) };
      for (const part of kind === 'and' && each.isTrue ? of : [each]) {
        if (parts.get(part.symbol) === !part.isTrue) return false;
        parts.set(part.symbol, part.isTrue);
      }
    }
    const of = [...parts]
      .sort(([a], [b]) => a - b)
      .map(([symbol, isTrue]): Literal => ({ symbol, isTrue }));
    const [first, another] = of;
    if (first === undefined) return true;
    if (another === undefined) return first;
    const key = of.map(({ symbol, isTrue }) => `${isTrue ? '' : '!'}${symbol}`).join('&');
    return { symbol: this.make(key, TRUTH, { kind: 'and', of }), isTrue: true };
  }

  /** A sum is at least 1. */
  isPositive(sum: Sum): Literal | boolean {
    const { low, high } = this.rangeOf(sum);
    if (low >= 1) return true;
    if (high < 1) return false;
    const sole = soleOf(sum);
    if (sole === undefined) return this.#within(sum, sure(1, Infinity));
    const { symbol, factor, rest } = sole;
    const end = (1 - rest) / factor;
    const own = this.range(symbol, NO_FACTS);
    // A range and its opposite share the name of the lower one.
    return factor > 0
      ? negated(this.#within(only(symbol), sure(own.low, Math.ceil(end) - 1)))
      : this.#within(only(symbol), sure(own.low, Math.floor(end)));
  }

  isZero(sum: Sum): Literal | boolean {
    const { low, high } = this.rangeOf(sum);
    if (low > 0 || high < 0) return false;
    if (low === 0 && high === 0) return true;
    const sole = soleOf(sum);
    if (sole === undefined) {
      const [[, first] = []] = [...sum.terms].sort(([a], [b]) => a - b);
      return this.#within((first ?? 1) < 0 ? times(sum, -1) : sum, sure(0, 0));
    }
    const value = -sole.rest / sole.factor;
    if (!Number.isInteger(value)) return false;
    const own = this.range(sole.symbol, NO_FACTS);
    return value === own.high
      ? negated(this.#within(only(sole.symbol), sure(own.low, value - 1)))
      : this.#within(only(sole.symbol), sure(value, value));
  }

  #within(sum: Sum, range: Interval): Literal {
    const sole = soleOf(sum);
    if (sole !== undefined && this.isTruth(sole.symbol) && sole.factor === 1 && sole.rest === 0)
      return { symbol: sole.symbol, isTrue: range.low > 0 };
    const key = `${keyOf(sum)} in ${range.low} ${range.high}`;
    return { symbol: this.make(key, TRUTH, { kind: 'within', sum, range }), isTrue: true };
  }

  /** `by ? then : otherwise`. */
  choose(by: Literal | boolean, then: Sum, otherwise: Sum): Sum {
    if (typeof by === 'boolean') return by ? then : otherwise;
    if (areEqual(then, otherwise)) return then;
    const first = this.#firstOf(by, then, otherwise);
    if (first !== undefined) return first;
    const more = plus(then, otherwise, -1);
    const isShort = more.terms.size <= MOST_PRODUCTS;
    if (isShort && [...more.terms.keys()].every((symbol) => this.isTruth(symbol))) {
      let sum = plus(otherwise, this.sumOf(by), more.rest);
      for (const [symbol, factor] of more.terms)
        sum = plus(sum, this.sumOf(this.and([by, { symbol, isTrue: true }])), factor);
      return sum;
    }
    const known = (side: Literal): Facts => this.assume(NO_FACTS, side) ?? NO_FACTS;
    const a = this.rangeOf(then, known(by));
    const b = this.rangeOf(otherwise, known({ ...by, isTrue: !by.isTrue }));
    const range = sure(Math.min(a.low, b.low), Math.max(a.high, b.high));
    const key = `${by.isTrue ? '' : '!'}${by.symbol} ? ${keyOf(then)} : ${keyOf(otherwise)}`;
    return only(this.make(key, range, { kind: 'choice', by, then, otherwise }));
  }

  /** `x == 0 ? 0 : ctz(x) + 1`. */
  #firstOf(by: Literal, then: Sum, otherwise: Sum): Sum | undefined {
    const [empty, other] = by.isTrue ? [then, otherwise] : [otherwise, then];
    const sole = soleOf(other);
    if (constantOf(empty) !== 0 || sole?.factor !== 1 || sole.rest !== 1) return undefined;
    const [meaning, asked] = [this.meaning(sole.symbol), this.meaning(by.symbol)];
    if (meaning.kind !== 'first' || meaning.plus !== 0 || asked.kind !== 'within') return undefined;
    const isEmpty = asked.range.high === 0 && asked.range.low <= 0;
    return isEmpty && areEqual(asked.sum, meaning.set) ? this.first(meaning.set, 1) : undefined;
  }

  /** @param by 1 for the lowest bit's number from 1, and 0 of an empty set. */
  first(set: Sum, by: 0 | 1): Sum {
    const key = `first ${by} ${keyOf(set)}`;
    this.sets.set(keyOf(set), set);
    return only(this.make(key, sure(0, WIDTH), { kind: 'first', set, plus: by }));
  }
}

export const negated = (literal: Literal | boolean): Literal | boolean =>
  typeof literal === 'boolean' ? !literal : { symbol: literal.symbol, isTrue: !literal.isTrue };
