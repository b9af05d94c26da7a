import { hull, INTERVAL, type Interval, sure, USUAL } from '../base/interval.ts';
import { BINARY, UNARY } from '../base/operators.ts';
import {
  affine,
  fromPolynomial,
  type Polynomial,
  sizeOf,
  subtract,
  substitute,
  toPolynomial,
} from '../front/algebra.ts';
import {
  attempt,
  type Environment,
  evaluate,
  type Expr,
  name,
  namesIn,
  num,
  show,
} from '../front/expr.ts';
import type { Domain, Parameter } from '../front/configurations.ts';
import { product, type Geometry, workItemFunction } from './geometry.ts';

/** Larger expressions have no top of their own. */
const MOST_NAMED = 16;

const ONE = toPolynomial(num(1));

/** Facts about the names in expressions. */
export class Bounds {
  /** Non-zero expressions: conditions that hold at the statement at hand. */
  guards: readonly Expr[] = [];
  /** Conditions that always hold. */
  readonly #facts: Expr[] = [];
  readonly #ranges = new Map<string, Interval>();
  /** Greatest values, by the text of expressions that are never negative. */
  readonly #tops = new Map<string, Expr>();
  readonly #powers = new Set<string>();
  #found = new WeakMap<Expr, Interval>();

  readonly #positive: ReadonlySet<string>;

  constructor(positive: ReadonlySet<string>, geometry: Geometry, parameters: readonly Parameter[]) {
    this.#positive = positive;
    for (const { name: text, domain } of parameters) {
      const range = rangeOfDomain(domain);
      if (range !== undefined) this.#ranges.set(text, range);
      const values = domain.kind === 'list' ? domain.values : [domain.low];
      if (domain.kind !== 'range' && values.every(this.isPowerOfTwo)) this.#powers.add(text);
    }
    const below = (text: Expr, count: Expr): void => this.below(text, count);
    below(name('lid'), product(geometry.local));
    below(name('gid'), product(geometry.global));
    const functions = ['get_local_id', 'get_group_id', 'get_global_id'];
    const counts = ['get_local_size', 'get_num_groups', 'get_global_size'];
    geometry.local.forEach((_, dimension) =>
      functions.forEach((text, i) => {
        const value = workItemFunction(text, dimension, geometry);
        const count = workItemFunction(counts[i] ?? '', dimension, geometry);
        if (value !== undefined && count !== undefined) below(value, count);
      }),
    );
  }

  /** Notes what always holds. */
  assume(condition: Expr): void {
    this.#facts.push(condition);
  }

  /** Notes a range of 0 to `count - 1`, or that nothing is known. */
  below(expr: Expr, count: Expr | undefined): void {
    this.#found = new WeakMap();
    if (expr.kind === 'name') this.#ranges.delete(expr.name);
    this.#tops.delete(show(expr));
    if (count === undefined) return;
    const top = fromPolynomial(subtract(toPolynomial(count), toPolynomial(num(1))));
    this.#tops.set(show(expr), top);
    const { high, sureHigh } = this.rangeOf(top);
    if (expr.kind === 'name' && sureHigh) this.#ranges.set(expr.name, sure(0, Math.max(0, high)));
  }

  /** Notes what a name may be. */
  within(text: string, low: number, high: number): void {
    const clamp = (value: number): number => Math.max(-USUAL, Math.min(USUAL, value));
    const [least, most] = [clamp(low), clamp(high)];
    this.#found = new WeakMap();
    this.#ranges.set(text, {
      low: least,
      high: most,
      sureLow: least === low,
      sureHigh: most === high,
    });
  }

  /** Powers of two among numbers and parameters, and their products. */
  isPowerOfTwo = (expr: Expr): boolean => {
    if (expr.kind === 'number') return Number.isInteger(Math.log2(expr.value));
    if (expr.kind === 'name') return this.#powers.has(expr.name);
    return (
      expr.kind === 'binary' &&
      (expr.operator === '*' || expr.operator === '<<') &&
      this.isPowerOfTwo(expr.left) &&
      (expr.operator === '<<' || this.isPowerOfTwo(expr.right))
    );
  };

  rangeOf(expr: Expr): Interval {
    const known = this.#found.get(expr);
    if (known !== undefined) return known;
    const range = this.#compute(expr);
    const isNamed = expr.kind !== 'number' && sizeOf(expr) <= MOST_NAMED;
    const top = isNamed ? this.#tops.get(show(expr)) : undefined;
    const limit = top && this.rangeOf(top);
    const result =
      limit?.sureHigh === true
        ? { ...range, high: Math.min(range.high, limit.high), sureHigh: true }
        : range;
    this.#found.set(expr, result);
    return result;
  }

  /** Shown to be zero or above. */
  isNatural(expr: Expr): boolean {
    if (expr.kind === 'number') return expr.value >= 0;
    const { low, high } = this.rangeOf(expr);
    if (low >= 0) return true;
    if (high < 0) return false;
    if (expr.kind === 'conditional')
      return this.isNatural(expr.then) && this.isNatural(expr.otherwise);
    const polynomial = toPolynomial(expr);
    if (this.#least(polynomial) >= 0) return true;
    if (this.#isNaturalByTrial(expr)) return true;
    return [...this.#facts, ...this.guards]
      .flatMap((guard) => this.#differences(guard))
      .some((known) => this.#least(subtract(polynomial, known)) >= 0);
  }

  /** Below zero for one of the first work-items and rounds. */
  isNegativeSomewhere(expr: Expr): boolean {
    return this.#someSample(expr, (value) => value < 0);
  }

  /** Holds for one of the first work-items and rounds. */
  holdsSomewhere(condition: Expr): boolean {
    return this.#someSample(condition, (value) => value !== 0);
  }

  /** Tries the same small number for all work-items and rounds, where these come to the statement at
   * hand. */
  #someSample(expr: Expr, test: (value: number) => boolean): boolean {
    const names = [expr, ...this.guards].flatMap((each) => [...namesIn(each)]);
    const isIndexed = [...namesIn(expr)].every((text) => this.#isIndex(text));
    if (!isIndexed || names.some((text) => text.startsWith('#'))) return false;
    const indices = [...new Set(names.filter((text) => this.#isIndex(text)))];
    const most = Math.min(
      MOST_SAMPLES,
      ...indices.map((text) => this.#top(name(text)) ?? MOST_SAMPLES),
    );
    for (let sample = 0; sample <= most; sample += 1) {
      // All alike, and in each loop's first round.
      for (const round of [sample, 0]) {
        const at: Record<string, number> = {};
        for (const text of indices)
          at[text] = text === 'group' ? 0 : text === 'lid' || text === 'gid' ? sample : round;
        const value = valueAt(expr, at);
        if (value === undefined || !test(value)) continue;
        // Some configuration passes guards about sizes, as far as can be told.
        if (this.guards.every((guard) => valueAt(guard, at) !== 0)) return true;
      }
    }
    return false;
  }

  /** The greatest value, where it is a number. */
  #top(expr: Expr): number | undefined {
    const { high, sureHigh } = this.rangeOf(expr);
    return sureHigh ? high : undefined;
  }

  /** Shows by trying that an expression of one index is never negative. */
  #isNaturalByTrial(expr: Expr): boolean {
    const [text, ...more] = namesIn(expr);
    const top = text === undefined || more.length > 0 ? undefined : this.#top(name(text));
    if (text === undefined || top === undefined || top > MOST_SAMPLES || !this.#isIndex(text))
      return false;
    for (let value = 0; value <= top; value += 1)
      if ((valueAt(expr, { [text]: value }) ?? -1) < 0) return false;
    return true;
  }

  #isIndex(text: string): boolean {
    return text === 'lid' || text === 'gid' || text === 'group' || this.#tops.has(text);
  }

  /** A lower bound: negative terms are put at their top. */
  #least(start: Polynomial): number {
    let polynomial = this.#named(start);
    for (let rounds = 0; rounds < 6; rounds += 1) {
      const low = this.#lowOf(polynomial);
      if (low >= 0) return low;
      const next = this.#atTop(polynomial);
      if (next === undefined) return low;
      polynomial = this.#named(next);
    }
    return this.#lowOf(polynomial);
  }

  /** Factors with a top, such as `lid % TN`, become names. */
  #named(polynomial: Polynomial): Polynomial {
    const change = (factor: Expr): Expr => {
      if (factor.kind === 'name') return factor;
      const text = show(factor);
      let top = this.#tops.get(text);
      if (top === undefined && factor.kind === 'binary' && factor.operator === '%')
        if (this.rangeOf(factor.left).low >= 0 && this.rangeOf(factor.right).low > 0)
          top = fromPolynomial(subtract(toPolynomial(factor.right), toPolynomial(num(1))));
      if (top === undefined) return factor;
      this.#tops.set(`@${text}`, top);
      return name(`@${text}`);
    };
    return new Map(
      [...polynomial].map(([key, term]) => [
        key,
        { coefficient: term.coefficient, factors: term.factors.map(change) },
      ]),
    );
  }

  /** Puts at its top one name in which the polynomial falls. */
  #atTop(polynomial: Polynomial): Polynomial | undefined {
    const names = new Set(
      [...polynomial.values()].flatMap(({ factors }) =>
        factors.flatMap((factor) => (factor.kind === 'name' ? [factor.name] : [])),
      ),
    );
    // Inner loops first: their tops may mention outer names.
    for (const text of [...names].toReversed()) {
      const top = this.#tops.get(text);
      const shape = top && affine(polynomial, text);
      if (top === undefined || shape === undefined || shape.slope.size === 0) continue;
      const slope = fromPolynomial(shape.slope);
      if (this.rangeOf(slope).high > 0) continue;
      return toPolynomial(substitute(fromPolynomial(polynomial), new Map([[text, top]])));
    }
    return undefined;
  }

  #lowOf(polynomial: Polynomial): number {
    let low = 0;
    for (const { coefficient, factors } of polynomial.values()) {
      const range = factors.reduce(
        (sum, factor) => INTERVAL.product(sum, this.rangeOf(factor)),
        sure(1, 1),
      );
      low += Math.min(coefficient * range.low, coefficient * range.high);
    }
    return low;
  }

  /** Polynomials that the condition makes zero or above. */
  #differences(condition: Expr): Polynomial[] {
    if (condition.kind !== 'binary') {
      const isIndex = condition.kind === 'name' && this.rangeOf(condition).low >= 0;
      return isIndex ? [subtract(toPolynomial(condition), ONE)] : [];
    }
    const { operator, left, right } = condition;
    if (operator === '&&') return [...this.#differences(left), ...this.#differences(right)];
    const [a, b] = [toPolynomial(left), toPolynomial(right)];
    switch (operator) {
      case '<':
        return [subtract(subtract(b, a), ONE)];
      case '<=':
        return [subtract(b, a)];
      case '>':
        return [subtract(subtract(a, b), ONE)];
      case '>=':
        return [subtract(a, b)];
      case '==':
        return [subtract(a, b), subtract(b, a)];
      case '!=': {
        const isZero = right.kind === 'number' && right.value === 0;
        return isZero && this.rangeOf(left).low >= 0 ? [subtract(a, ONE)] : [];
      }
      default:
        return [];
    }
  }

  #compute(expr: Expr): Interval {
    switch (expr.kind) {
      case 'number':
        return sure(expr.value, expr.value);
      case 'name': {
        const known = this.#ranges.get(expr.name);
        if (known !== undefined) return known;
        const low = expr.name.startsWith('#') ? -USUAL : this.#positive.has(expr.name) ? 1 : 0;
        return { low, high: USUAL, sureLow: low >= 0, sureHigh: false };
      }
      case 'unary':
        return UNARY[expr.operator].interval(this.rangeOf(expr.operand));
      case 'conditional':
        return hull(this.rangeOf(expr.then), this.rangeOf(expr.otherwise));
      case 'binary':
        return BINARY[expr.operator].interval(this.rangeOf(expr.left), this.rangeOf(expr.right));
    }
  }
}

/** Work-items and rounds that are tried. */
const MOST_SAMPLES = 63;

const valueAt = (expr: Expr, at: Environment): number | undefined =>
  attempt(() => evaluate(expr, at));

/** The values of a parameter, where they are numbers. */
function rangeOfDomain(domain: Domain): Interval | undefined {
  const value = (expr: Expr): number => (expr.kind === 'number' ? expr.value : Number.NaN);
  const values = domain.kind === 'list' ? domain.values : [domain.low, domain.high];
  const numbers = values.map(value);
  if (numbers.every((number) => !Number.isNaN(number)))
    return sure(Math.min(...numbers), Math.max(...numbers));
  const low = Math.min(...numbers.filter((number) => !Number.isNaN(number)), USUAL);
  return domain.kind === 'list' || low === USUAL
    ? undefined
    : { low, high: Math.max(low, USUAL), sureLow: true, sureHigh: false };
}
