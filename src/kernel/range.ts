import {
  affine,
  fromPolynomial,
  type Polynomial,
  sizeOf,
  subtract,
  substitute,
  toPolynomial,
} from './algebra.ts';
import {
  type Environment,
  evaluate,
  type Expr,
  ExprError,
  name,
  namesIn,
  num,
  partsOf,
  show,
} from './expr.ts';
import type { Domain, Parameter } from './ir.ts';
import { product, type Geometry, workItemFunction } from './geometry.ts';

/** The least and the greatest value of an expression. A side is `sure` where no name is taken to be of the usual
 * size: sizes, indices and arguments are taken to be below `USUAL`, and so are their products. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly sureLow: boolean;
  readonly sureHigh: boolean;
}

/** What a name that nobody bounds is taken to be at most, when it is asked whether 32 bits hold a value: a factor
 * of a million is a reason to doubt it, a product of sizes is none. */
const USUAL = 2 ** 12;

/** Expressions that are larger have no top of their own. */
const MOST_NAMED = 16;

const sure = (low: number, high: number): Range => ({ low, high, sureLow: true, sureHigh: true });
const ONE = toPolynomial(num(1));
const BOOLEAN = sure(0, 1);

/** What is known of the names in expressions. */
export class Bounds {
  /** Conditions that hold at the statement at hand, as expressions that are not zero. */
  guards: readonly Expr[] = [];
  /** Conditions that always hold. */
  private readonly facts: Expr[] = [];
  private readonly ranges = new Map<string, Range>();
  /** The greatest value, by the text of an expression that is never negative. */
  private readonly tops = new Map<string, Expr>();
  private readonly powers = new Set<string>();
  private found = new WeakMap<Expr, Range>();

  constructor(
    private readonly positive: ReadonlySet<string>,
    geometry: Geometry,
    parameters: readonly Parameter[],
  ) {
    for (const { name: text, domain } of parameters) {
      const range = rangeOfDomain(domain);
      if (range !== undefined) this.ranges.set(text, range);
      const values = domain.kind === 'list' ? domain.values : [domain.low];
      if (domain.kind !== 'range' && values.every(this.isPowerOfTwo)) this.powers.add(text);
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
    this.facts.push(condition);
  }

  /** Notes that an expression is one of 0, 1, ... `count - 1`, or that nothing is known of it. */
  below(expr: Expr, count: Expr | undefined): void {
    this.found = new WeakMap();
    if (expr.kind === 'name') this.ranges.delete(expr.name);
    this.tops.delete(show(expr));
    if (count === undefined) return;
    const top = fromPolynomial(subtract(toPolynomial(count), toPolynomial(num(1))));
    this.tops.set(show(expr), top);
    const { high, sureHigh } = this.rangeOf(top);
    if (expr.kind === 'name' && sureHigh) this.ranges.set(expr.name, sure(0, Math.max(0, high)));
  }

  /** Notes what a name may be. */
  within(text: string, low: number, high: number): void {
    const clamp = (value: number): number => Math.max(-USUAL, Math.min(USUAL, value));
    const [least, most] = [clamp(low), clamp(high)];
    this.found = new WeakMap();
    this.ranges.set(text, {
      low: least,
      high: most,
      sureLow: least === low,
      sureHigh: most === high,
    });
  }

  /** True for the powers of two among numbers and parameters, and their products. */
  isPowerOfTwo = (expr: Expr): boolean => {
    if (expr.kind === 'number') return Number.isInteger(Math.log2(expr.value));
    if (expr.kind === 'name') return this.powers.has(expr.name);
    return (
      expr.kind === 'binary' &&
      (expr.operator === '*' || expr.operator === '<<') &&
      this.isPowerOfTwo(expr.left) &&
      (expr.operator === '<<' || this.isPowerOfTwo(expr.right))
    );
  };

  rangeOf(expr: Expr): Range {
    const known = this.found.get(expr);
    if (known !== undefined) return known;
    const range = this.compute(expr);
    const isNamed = expr.kind !== 'number' && sizeOf(expr) <= MOST_NAMED;
    const top = isNamed ? this.tops.get(show(expr)) : undefined;
    const limit = top && this.rangeOf(top);
    const result =
      limit?.sureHigh === true
        ? { ...range, high: Math.min(range.high, limit.high), sureHigh: true }
        : range;
    this.found.set(expr, result);
    return result;
  }

  /** True where a value is shown to be zero or above. */
  isNatural(expr: Expr): boolean {
    if (expr.kind === 'number') return expr.value >= 0;
    const { low, high } = this.rangeOf(expr);
    if (low >= 0) return true;
    if (high < 0) return false;
    if (expr.kind === 'conditional')
      return this.isNatural(expr.then) && this.isNatural(expr.otherwise);
    const polynomial = toPolynomial(expr);
    if (this.least(polynomial) >= 0) return true;
    if (this.isNaturalByTrial(expr)) return true;
    return [...this.facts, ...this.guards]
      .flatMap((guard) => this.differences(guard))
      .some((known) => this.least(subtract(polynomial, known)) >= 0);
  }

  /** True where one of the first work-items, in one of the first rounds of the loops around, has a value below zero
   * here. */
  isNegativeSomewhere(expr: Expr): boolean {
    return this.someSample(expr, (value) => value < 0);
  }

  /** True where a condition holds for one of the first work-items, in one of the first rounds of the loops around. */
  holdsSomewhere(condition: Expr): boolean {
    return this.someSample(condition, (value) => value !== 0);
  }

  /** Whether a value passes a test where all work-items and rounds have a small number, the same one, and come to the
   * statement at hand. */
  private someSample(expr: Expr, test: (value: number) => boolean): boolean {
    const names = [expr, ...this.guards].flatMap((each) => [...namesIn(each)]);
    const isIndexed = [...namesIn(expr)].every((text) => this.isIndex(text));
    if (!isIndexed || names.some((text) => text.startsWith('#'))) return false;
    const indices = [...new Set(names.filter((text) => this.isIndex(text)))];
    const most = Math.min(
      MOST_SAMPLES,
      ...indices.map((text) => this.top(name(text)) ?? MOST_SAMPLES),
    );
    for (let sample = 0; sample <= most; sample += 1) {
      // All alike, and in the first round of each loop.
      for (const round of [sample, 0]) {
        const at: Record<string, number> = {};
        for (const text of indices)
          at[text] = text === 'group' ? 0 : text === 'lid' || text === 'gid' ? sample : round;
        const value = valueAt(expr, at);
        if (value === undefined || !test(value)) continue;
        // A guard about sizes is passed by some configuration, as far as can be told.
        if (this.guards.every((guard) => valueAt(guard, at) !== 0)) return true;
      }
    }
    return false;
  }

  /** The greatest value, where it is a number. */
  private top(expr: Expr): number | undefined {
    const { high, sureHigh } = this.rangeOf(expr);
    return sureHigh ? high : undefined;
  }

  /** True where an expression of one index is never below zero, by trying. */
  private isNaturalByTrial(expr: Expr): boolean {
    const [text, ...more] = namesIn(expr);
    const top = text === undefined || more.length > 0 ? undefined : this.top(name(text));
    if (text === undefined || top === undefined || top > MOST_SAMPLES || !this.isIndex(text))
      return false;
    for (let value = 0; value <= top; value += 1)
      if ((valueAt(expr, { [text]: value }) ?? -1) < 0) return false;
    return true;
  }

  private isIndex(text: string): boolean {
    return text === 'lid' || text === 'gid' || text === 'group' || this.tops.has(text);
  }

  /** A lower bound of a polynomial: what counts against it is put at its top. */
  private least(start: Polynomial): number {
    let polynomial = this.named(start);
    for (let rounds = 0; rounds < 6; rounds += 1) {
      const low = this.lowOf(polynomial);
      if (low >= 0) return low;
      const next = this.atTop(polynomial);
      if (next === undefined) return low;
      polynomial = this.named(next);
    }
    return this.lowOf(polynomial);
  }

  /** Factors that have a top, such as `lid % TN`, stand in for themselves as names. */
  private named(polynomial: Polynomial): Polynomial {
    const change = (factor: Expr): Expr => {
      if (factor.kind === 'name') return factor;
      const text = show(factor);
      let top = this.tops.get(text);
      if (top === undefined && factor.kind === 'binary' && factor.operator === '%')
        if (this.rangeOf(factor.left).low >= 0 && this.rangeOf(factor.right).low > 0)
          top = fromPolynomial(subtract(toPolynomial(factor.right), toPolynomial(num(1))));
      if (top === undefined) return factor;
      this.tops.set(`@${text}`, top);
      return name(`@${text}`);
    };
    return new Map(
      [...polynomial].map(([key, term]) => [
        key,
        { coefficient: term.coefficient, factors: term.factors.map(change) },
      ]),
    );
  }

  /** The polynomial with one name at its top, in which it falls. */
  private atTop(polynomial: Polynomial): Polynomial | undefined {
    const names = new Set(
      [...polynomial.values()].flatMap(({ factors }) =>
        factors.flatMap((factor) => (factor.kind === 'name' ? [factor.name] : [])),
      ),
    );
    // Names of inner loops first: their tops may mention those of outer ones.
    for (const text of [...names].toReversed()) {
      const top = this.tops.get(text);
      const shape = top && affine(polynomial, text);
      if (top === undefined || shape === undefined || shape.slope.size === 0) continue;
      const slope = fromPolynomial(shape.slope);
      if (this.rangeOf(slope).high > 0) continue;
      return toPolynomial(substitute(fromPolynomial(polynomial), new Map([[text, top]])));
    }
    return undefined;
  }

  private lowOf(polynomial: Polynomial): number {
    let low = 0;
    for (const { coefficient, factors } of polynomial.values()) {
      const range = factors.reduce((sum, factor) => times(sum, this.rangeOf(factor)), sure(1, 1));
      low += Math.min(coefficient * range.low, coefficient * range.high);
    }
    return low;
  }

  /** What a condition says is zero or above, as polynomials. */
  private differences(condition: Expr): Polynomial[] {
    if (condition.kind !== 'binary') {
      const isIndex = condition.kind === 'name' && this.rangeOf(condition).low >= 0;
      return isIndex ? [subtract(toPolynomial(condition), ONE)] : [];
    }
    const { operator, left, right } = condition;
    if (operator === '&&') return [...this.differences(left), ...this.differences(right)];
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

  private compute(expr: Expr): Range {
    switch (expr.kind) {
      case 'number':
        return sure(expr.value, expr.value);
      case 'name': {
        const known = this.ranges.get(expr.name);
        if (known !== undefined) return known;
        const low = expr.name.startsWith('#') ? -USUAL : this.positive.has(expr.name) ? 1 : 0;
        return { low, high: USUAL, sureLow: low >= 0, sureHigh: false };
      }
      case 'unary': {
        const { low, high, sureLow, sureHigh } = this.rangeOf(expr.operand);
        if (expr.operator === '!') return BOOLEAN;
        if (expr.operator === 'log2')
          return { ...sure(-1, Math.floor(Math.log2(Math.max(1, high)))), sureHigh };
        const shift = expr.operator === '~' ? -1 : 0;
        return { low: shift - high, high: shift - low, sureLow: sureHigh, sureHigh: sureLow };
      }
      case 'conditional':
        return hull(this.rangeOf(expr.then), this.rangeOf(expr.otherwise));
      case 'binary': {
        const [left, right] = partsOf(expr).map((part) => this.rangeOf(part));
        return left && right ? combined(expr.operator, left, right) : BOOLEAN;
      }
    }
  }
}

/** Work-items and rounds that are tried. */
const MOST_SAMPLES = 63;

/** The value of an expression; undefined where it has none. */
function valueAt(expr: Expr, at: Environment): number | undefined {
  try {
    return evaluate(expr, at);
  } catch (error) {
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}

const hull = (a: Range, b: Range): Range => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
  sureLow: a.sureLow && b.sureLow,
  sureHigh: a.sureHigh && b.sureHigh,
});

function times(a: Range, b: Range): Range {
  const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  const isSure = a.sureLow && a.sureHigh && b.sureLow && b.sureHigh;
  // The product of two sizes is again of the usual size.
  const both = !(a.sureLow && a.sureHigh) && !(b.sureLow && b.sureHigh);
  const most = both ? Math.max(a.high, b.high, -a.low, -b.low) : Number.MAX_VALUE;
  const low = Math.max(-most, Math.min(...corners));
  const high = Math.min(most, Math.max(...corners));
  return { low, high, sureLow: isSure || low >= 0, sureHigh: isSure };
}

/** The least power of two that is above a value. */
const above = (value: number): number => 2 ** (Math.floor(Math.log2(Math.max(1, value))) + 1);

function combined(operator: string, a: Range, b: Range): Range {
  const sures = { sureLow: a.sureLow && b.sureLow, sureHigh: a.sureHigh && b.sureHigh };
  const isSure = sures.sureLow && sures.sureHigh;
  const natural = a.low >= 0 && b.low >= 0;
  const around = (most: number): Range => ({
    low: natural ? 0 : -most,
    high: most,
    sureLow: natural || isSure,
    sureHigh: isSure,
  });
  const most = Math.max(a.high, b.high, -a.low, -b.low);
  switch (operator) {
    case '+':
      return { low: a.low + b.low, high: a.high + b.high, ...sures };
    case '-': {
      const [low, high] = [a.low - b.high, a.high - b.low];
      return { low, high, sureLow: a.sureLow && b.sureHigh, sureHigh: a.sureHigh && b.sureLow };
    }
    case '*':
      return times(a, b);
    case '/':
      if (a.low >= 0 && b.low > 0)
        return { ...a, low: Math.floor(a.low / b.high), high: Math.floor(a.high / b.low) };
      return natural ? { ...a, low: 0 } : around(Math.max(a.high, -a.low));
    case '%':
      if (b.low <= 0) return around(most);
      return {
        low: a.low >= 0 ? 0 : 1 - b.high,
        high: Math.min(b.high - 1, Math.max(0, a.high)),
        sureLow: a.low >= 0 || b.sureHigh,
        sureHigh: b.sureHigh || a.sureHigh,
      };
    case '<<':
      if (b.sureHigh && b.low >= 0 && b.high < 64) {
        const [low, high] = [Math.min(a.low, a.low * 2 ** b.high), a.high * 2 ** b.high];
        return { low: a.low >= 0 ? a.low : low, high: Math.max(a.high, high), ...sures };
      }
      return { ...around(Math.max(USUAL, most)), sureHigh: false, sureLow: natural };
    case '>>':
      if (a.low >= 0 && b.low >= 0)
        return {
          low: 0,
          high: Math.floor(a.high / 2 ** b.low),
          sureLow: true,
          sureHigh: a.sureHigh,
        };
      return { ...a, high: Math.max(0, a.high) };
    case '&': {
      const naturals = [a, b].filter(({ low }) => low >= 0);
      if (naturals.length === 0) return around(above(most));
      const known = naturals.filter(({ sureHigh }) => sureHigh);
      const bounding = known.length > 0 ? known : naturals;
      const high = Math.min(...bounding.map((range) => range.high));
      return { low: 0, high, sureLow: true, sureHigh: known.length > 0 };
    }
    case '|':
    case '^':
      return around(natural ? above(most) - 1 : above(most));
    case 'min': {
      const known = [a, b].filter(({ sureHigh }) => sureHigh);
      const bounding = known.length > 0 ? known : [a, b];
      return {
        low: Math.min(a.low, b.low),
        high: Math.min(...bounding.map(({ high }) => high)),
        sureLow: sures.sureLow,
        sureHigh: known.length > 0,
      };
    }
    case 'max':
      return { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high), ...sures };
    default:
      return BOOLEAN;
  }
}

/** The values of a parameter, where they are numbers. */
function rangeOfDomain(domain: Domain): Range | undefined {
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
