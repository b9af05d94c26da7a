import {
  affine,
  binary,
  conditional,
  fromPolynomial,
  not,
  plus,
  signOfPolynomial,
  substitute,
  subtract,
  toPolynomial,
  unary,
} from '../front/algebra.ts';
import { name, namesIn, num, type Expr } from '../front/expr.ts';
import { BINARY, type BinaryOperator } from '../base/operators.ts';
import { both, constantly, type Count, either, quotient } from './count.ts';
import type { Bounds } from './range.ts';
import { type Geometric, powersOf, type Solution, symbolsIn } from './recurrence.ts';
import { type IntegerType, limitsOf, nameOfInteger } from '../front/conversions.ts';

const K = '#k';

/** Rounds until the condition first fails; a text says why they are unknown. */
export const tripCount = (
  condition: Expr,
  solution: Solution,
  positive: ReadonlySet<string>,
  bounds: Bounds,
): Count | string => new TripCounter(solution, positive, bounds).of(condition);

class TripCounter {
  /** By symbol, at the head of round `K`. */
  readonly #values: ReadonlyMap<string, Expr>;

  readonly #solution: Solution;
  readonly #positive: ReadonlySet<string>;
  readonly #bounds: Bounds;

  constructor(solution: Solution, positive: ReadonlySet<string>, bounds: Bounds) {
    this.#solution = solution;
    this.#positive = positive;
    this.#bounds = bounds;
    this.#values = new Map([...solution.closed].map(([symbol, value]) => [symbol, value(name(K))]));
  }

  of(condition: Expr): Count | string {
    if (condition.kind === 'number') return constantly(condition);
    if (condition.kind === 'unary' && condition.operator === '!') {
      const { operand } = condition;
      if (operand.kind === 'binary') {
        const turned = not(operand);
        if (turned.kind === 'binary') return this.of(turned);
        // !(a && b) and !(a || b), by De Morgan
        if (operand.operator === '||' || operand.operator === '&&')
          return this.of(
            binary(operand.operator === '||' ? '&&' : '||', not(operand.left), not(operand.right)),
          );
      }
      return this.of(binary('==', operand, num(0)));
    }
    if (condition.kind !== 'binary' || BINARY[condition.operator].result !== 'truth')
      return this.of(binary('!=', condition, num(0)));
    const { operator, left, right } = condition;
    if (operator === '&&') return both(this.of(left), this.of(right));
    if (operator === '||') return either(this.of(left), this.of(right));
    const open = symbolsIn(condition).find((text) => !this.#solution.closed.has(text));
    if (open !== undefined)
      return `${this.#solution.names.get(open) ?? 'a variable'} does not change by a constant step or factor`;
    return this.#geometric(operator, left, right) ?? this.#linear(operator, left, right);
  }

  #atRound(expr: Expr): Expr {
    return substitute(expr, this.#values);
  }

  #atFirst(expr: Expr): Expr {
    return substitute(this.#atRound(expr), new Map([[K, num(0)]]));
  }

  /** A number where the bounds of names decide it. */
  #decided(operator: BinaryOperator, left: Expr, right: Expr): Expr {
    const isLess = (a: Expr, b: Expr, by: number): boolean =>
      this.#bounds.isNatural(
        fromPolynomial(subtract(subtract(toPolynomial(b), toPolynomial(a)), toPolynomial(num(by)))),
      );
    const always: Partial<Record<BinaryOperator, () => boolean>> = {
      '<': () => isLess(left, right, 1),
      '<=': () => isLess(left, right, 0),
      '>': () => isLess(right, left, 1),
      '>=': () => isLess(right, left, 0),
    };
    if (always[operator]?.() === true) return num(1);
    const { negated } = BINARY[operator];
    if (negated !== undefined && always[negated]?.() === true) return num(0);
    return binary(operator, left, right);
  }

  #isPositive(expr: Expr): boolean {
    const polynomial = toPolynomial(expr);
    return (
      signOfPolynomial(polynomial, this.#positive) === 'positive' ||
      this.#bounds.isNatural(fromPolynomial(subtract(polynomial, toPolynomial(num(1)))))
    );
  }

  /** `left OP right` where their difference is a + b k. */
  #linear(operator: BinaryOperator, left: Expr, right: Expr): Count | string {
    const moving = this.#wrapping(operator, left, right);
    if (moving !== undefined) return moving;
    const swapped = operator === '>' || operator === '>=';
    const difference = subtract(
      toPolynomial(this.#atRound(swapped ? right : left)),
      toPolynomial(this.#atRound(swapped ? left : right)),
    );
    const shape = affine(difference, K);
    if (shape === undefined) return 'its condition is not linear in the number of rounds';
    const { base, slope } = shape;
    const atFirst = this.#decided(operator, this.#atFirst(left), this.#atFirst(right));
    if (slope.size === 0) return constantly(atFirst);
    const distance = subtract(new Map(), base);
    const step = fromPolynomial(slope);
    const isUp = this.#isPositive(step);
    const isDown = this.#isPositive(fromPolynomial(subtract(new Map(), slope)));
    if (operator === '!=') {
      const one = step.kind === 'number' && Math.abs(step.value) === 1;
      if (!one) return 'with !=, only steps of one are followed';
      const expr = fromPolynomial(isUp ? distance : base);
      // Past the bound, it never comes back to it.
      return { expr, endless: binary('<', expr, num(0)) };
    }
    if (operator === '==')
      return isUp || isDown
        ? { expr: conditional(atFirst, num(1), num(0)) }
        : 'it runs while two values are equal';
    if (isDown) return { expr: num(0), endless: atFirst, lasting: true };
    if (!isUp)
      return 'its variable does not step towards the bound, or the sign of the step is not known';
    // a + b k < 0 holds for k < -a / b: the ceiling; for <= the floor plus one.
    const strict = operator === '<' || operator === '>';
    const rounded = plus(distance, strict ? subtract(slope, toPolynomial(num(1))) : slope);
    const expr = binary('/', fromPolynomial(rounded), step);
    const doubt = this.#narrow(left, right);
    return { expr, lasting: true, doubt };
  }

  /** A condition variable's type narrower than `int`, which may wrap around. */
  #narrow(...sides: readonly Expr[]): string | undefined {
    const types = sides.flatMap(symbolsIn).flatMap((text) => this.#solution.types.get(text) ?? []);
    const found = types.find(({ bits }) => bits < 32);
    return found && nameOfInteger(found);
  }

  /** An unsigned or narrow variable steps towards a fixed bound. */
  #wrapping(operator: BinaryOperator, left: Expr, right: Expr): Count | string | undefined {
    const isSymbol = (expr: Expr): boolean => expr.kind === 'name' && expr.name.startsWith('#');
    if (!isSymbol(left))
      return isSymbol(right)
        ? this.#wrapping(BINARY[operator].mirrored ?? operator, right, left)
        : undefined;
    const type = left.kind === 'name' ? this.#solution.types.get(left.name) : undefined;
    if (type === undefined || (type.signed && type.bits >= 32)) return undefined;
    const bound = this.#atRound(right);
    const shape = affine(toPolynomial(this.#atRound(left)), K);
    if (shape === undefined || namesIn(bound).has(K) || shape.slope.size === 0) return undefined;
    const [start, step] = [fromPolynomial(shape.base), fromPolynomial(shape.slope)];
    if (this.#isPositive(step)) return this.#rising(operator, { start, step, bound, type });
    const down = fromPolynomial(subtract(new Map(), shape.slope));
    if (this.#isPositive(down)) return this.#falling(operator, { start, step: down, bound, type });
    return 'its variable does not step towards the bound, or the sign of the step is not known';
  }

  #rising(operator: BinaryOperator, { start, step, bound, type }: Moving): Count | string {
    const bounds = this.#bounds;
    const name = nameOfInteger(type);
    const range = bounds.rangeOf(bound);
    const isOne = step.kind === 'number' && step.value === 1;
    switch (operator) {
      case '<':
      case '<=': {
        const distance = binary('-', bound, start);
        const extra = operator === '<' ? binary('-', step, num(1)) : step;
        const count = quotient(distance, extra, step);
        const most = Number(limitsOf(type).high);
        const last = operator === '<' ? num(-1) : num(0);
        const end = bounds.rangeOf(binary('+', binary('+', bound, last), step));
        if (type.bits < 32) {
          const limit = operator === '<' ? most : most - 1;
          if (range.low > limit && range.sureLow) return { expr: num(0), endless: num(1) };
          const fits = end.sureHigh && end.high <= most && this.#startsWithin(start, type);
          return { expr: count, lasting: true, doubt: fits ? undefined : name };
        }
        if (bounds.isNatural(start)) return { expr: count, lasting: true };
        // Unsigned, a start below zero is above all bounds.
        const isIn = this.#decided('>=', start, num(0));
        return { expr: conditional(isIn, count, num(0)), lasting: true };
      }
      case '!=': {
        if (!isOne) return 'with !=, only steps of one are followed';
        const distance = fromPolynomial(subtract(toPolynomial(bound), toPolynomial(start)));
        if (type.bits >= 32) return { expr: distance, endless: undefined };
        const inside =
          range.sureHigh && range.high <= Number(limitsOf(type).high) && range.low >= 0;
        const rounds = binary('&', distance, num(2 ** type.bits - 1));
        return inside ? { expr: rounds } : { expr: rounds, doubt: name };
      }
      case '==':
        return { expr: conditional(binary('==', start, bound), num(1), num(0)) };
      default:
        return { expr: num(0), endless: this.#decided(operator, start, bound), doubt: name };
    }
  }

  #startsWithin(start: Expr, type: IntegerType): boolean {
    const { low, high, sureHigh } = this.#bounds.rangeOf(start);
    const limits = limitsOf(type);
    return sureHigh && high <= Number(limits.high) && low >= Number(limits.low);
  }

  #falling(operator: BinaryOperator, { start, step, bound, type }: Moving): Count | string {
    const bounds = this.#bounds;
    const name = nameOfInteger(type);
    const least = type.signed ? num(Number(limitsOf(type).low)) : num(0);
    const isOne = step.kind === 'number' && step.value === 1;
    const fits = type.bits >= 32 || this.#startsWithin(start, type);
    const distance = binary('-', start, bound);
    switch (operator) {
      case '>':
      case '>=': {
        if (operator === '>=' && bounds.rangeOf(binary('-', bound, least)).high <= 0)
          return { expr: num(0), endless: num(1) };
        // The first failing value must still fit the type.
        const extra = operator === '>' ? binary('-', step, num(1)) : step;
        const after = binary('-', bound, operator === '>' ? binary('-', step, num(1)) : step);
        const safe =
          fits && bounds.isNatural(fromPolynomial(toPolynomial(binary('-', after, least))));
        const count = quotient(distance, extra, step);
        return { expr: count, lasting: true, doubt: safe ? undefined : name };
      }
      case '!=': {
        if (!isOne) return 'with !=, only steps of one are followed';
        const rounds = fromPolynomial(toPolynomial(distance));
        return type.bits >= 32
          ? { expr: rounds }
          : { expr: binary('&', rounds, num(2 ** type.bits - 1)), doubt: fits ? undefined : name };
      }
      case '==':
        return { expr: conditional(binary('==', start, bound), num(1), num(0)) };
      default: {
        // It runs down past zero and becomes larger than any bound.
        const rounds = binary('+', binary('/', start, step), num(1));
        const expr = conditional(this.#decided(operator, start, bound), rounds, num(0));
        return { expr, doubt: type.bits < 32 || !bounds.isNatural(start) ? name : undefined };
      }
    }
  }

  /** `s OP bound`, with s multiplied or divided each round. */
  #geometric(operator: BinaryOperator, left: Expr, right: Expr): Count | string | undefined {
    const shape = this.#shapeOf(left);
    if (shape === undefined)
      return this.#shapeOf(right) === undefined
        ? undefined
        : this.#geometric(BINARY[operator].mirrored ?? operator, right, left);
    const bound = this.#atRound(right);
    if ([...namesIn(bound)].includes(K)) return undefined;
    const { start, direction } = shape;
    // OpenCL shifts modulo the width: bits shifted out come back.
    const untilOut = direction === 'up' ? /^<=?$/ : /^(>=?|!=)$/;
    if (left.kind !== 'name' && !untilOut.test(operator)) return undefined;
    const doubt = this.#narrow(left);
    const isZero = bound.kind === 'number' && bound.value === 0;
    if (direction === 'down') {
      // s >> k > b holds for 2^k <= s / (b + 1).
      const strict = operator === '>' || (operator === '!=' && isZero);
      const divisor = strict ? binary('+', bound, num(1)) : bound;
      // Below zero, shifts halve to -1 for ever, divisions to zero.
      if (operator === '!=' && !this.#bounds.isNatural(start))
        return 'the halved value may start below zero';
      if (strict || operator === '>=') {
        if (this.#isPositive(divisor))
          return { expr: this.#rounds(shape, binary('/', start, divisor)), lasting: true };
        // Halved values stay above anything below zero.
        if (this.#bounds.isNatural(start) && this.#bounds.rangeOf(divisor).high <= 0)
          return { expr: num(0), endless: num(1) };
      }
      if ((operator === '<' || operator === '<=') && this.#bounds.isNatural(start))
        return { expr: num(0), endless: this.#decided(operator, start, bound) };
      return 'it does not run until the halved value reaches a bound above zero';
    }
    // A doubled value stays above its bound.
    if ((operator === '>' || operator === '>=') && this.#bounds.isNatural(start))
      return { expr: num(0), endless: this.#decided(operator, start, bound), doubt };
    const isPower = (expr: Expr): boolean => this.#bounds.isPowerOfTwo(expr);
    const isDoubled = shape.places?.kind === 'number' && shape.places.value === 1;
    // A power of two reaches every larger one; past it, then at zero, it stays unequal.
    if (operator === '!=' && isDoubled && isPower(start) && isPower(bound))
      return {
        expr: binary('-', this.#logarithm(bound), this.#logarithm(start)),
        endless: this.#decided('>', start, bound),
        doubt,
      };
    const bounded = operator === '<' || operator === '<=';
    if (!bounded) return 'it does not run until the doubled value reaches a bound';
    const below = fromPolynomial(subtract(toPolynomial(bound), toPolynomial(num(1))));
    const last = operator === '<' ? below : bound;
    const expr = this.#rounds(shape, last);
    if (this.#isPositive(start)) return { expr, lasting: true, doubt };
    if (!this.#bounds.isNatural(start)) return 'the doubled value does not start above zero';
    // Zero is never more than zero.
    const zero = binary('==', start, num(0));
    const endless = binary('&&', zero, this.#decided(operator, num(0), bound));
    return { expr: conditional(zero, num(0), expr), endless, doubt };
  }

  /** A variable multiplied or divided each round, or shifted one place more: `1 << i`. */
  #shapeOf(side: Expr): Geometric | undefined {
    if (side.kind === 'name') return this.#solution.geometric.get(side.name);
    if (side.kind !== 'binary' || (side.operator !== '<<' && side.operator !== '>>'))
      return undefined;
    const shifted = this.#atRound(side.left);
    const by = affine(toPolynomial(this.#atRound(side.right)), K);
    if (by === undefined || namesIn(shifted).has(K)) return undefined;
    const [first, places] = [fromPolynomial(by.base), fromPolynomial(by.slope)];
    if (places.kind !== 'number' || places.value <= 0 || !this.#bounds.isNatural(first))
      return undefined;
    const start = binary(side.operator, shifted, first);
    return { start, direction: side.operator === '<<' ? 'up' : 'down', places };
  }

  /** Multiplications of `start` that stay at most `last`; for division, `last` says how far above
   * the bound it starts. */
  #rounds({ start, direction, places, factor }: Geometric, last: Expr): Expr {
    if (factor !== undefined)
      return powersOf(factor).reduce<Expr>((sum, power) => {
        const holds =
          direction === 'up'
            ? binary('<=', binary('*', start, num(power)), last)
            : binary('>=', last, num(power));
        return binary('+', sum, holds);
      }, num(0));
    const ratio = direction === 'up' ? binary('/', last, start) : last;
    const top = this.#logarithm(ratio);
    const bits =
      top.kind === 'unary'
        ? binary('+', top, num(1))
        : fromPolynomial(plus(toPolynomial(top), toPolynomial(num(1))));
    if (places === undefined || (places.kind === 'number' && places.value === 1)) return bits;
    return binary('/', binary('+', bits, binary('-', places, num(1))), places);
  }

  /** The highest bit's place; beyond parameters and constants by parts: `log2(c << k)` is `log2(c) +
   * k`. */
  #logarithm(expr: Expr): Expr {
    const whole = unary('log2', expr);
    if (expr.kind !== 'binary' || [...namesIn(expr)].every((text) => this.#positive.has(text)))
      return whole;
    const { operator, left, right } = expr;
    const isPower = (part: Expr): boolean => this.#bounds.isPowerOfTwo(part);
    const sum = (value: Expr, by: Expr): Expr =>
      fromPolynomial(plus(toPolynomial(value), toPolynomial(by)));
    const difference = (by: Expr): Expr => {
      const rest = fromPolynomial(subtract(toPolynomial(this.#logarithm(left)), toPolynomial(by)));
      return this.#bounds.isNatural(sum(rest, num(1))) ? rest : binary('max', rest, num(-1));
    };
    switch (operator) {
      case '<<':
        return this.#isPositive(left) ? sum(this.#logarithm(left), right) : whole;
      case '>>':
        return this.#bounds.isNatural(left) ? difference(right) : whole;
      case '/':
        return isPower(right) && this.#bounds.isNatural(left)
          ? difference(this.#logarithm(right))
          : whole;
      case '*': {
        const [power, other] = isPower(left) ? [left, right] : [right, left];
        return isPower(power) && this.#isPositive(other)
          ? sum(this.#logarithm(other), this.#logarithm(power))
          : whole;
      }
      case '-': {
        // (c << k) - 1 has k bits more than c - 1.
        const isOne = right.kind === 'number' && right.value === 1;
        const isShift = left.kind === 'binary' && left.operator === '<<';
        if (!isOne || !isShift || !this.#isPositive(left.left)) return whole;
        return sum(this.#logarithm(binary('-', left.left, num(1))), left.right);
      }
      default:
        return whole;
    }
  }
}

interface Moving {
  readonly start: Expr;
  readonly step: Expr;
  readonly bound: Expr;
  readonly type: IntegerType;
}
