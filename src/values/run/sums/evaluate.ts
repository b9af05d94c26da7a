import { type Interval, sure } from '../../../base/interval.ts';
import { BINARY, isComparison } from '../../../base/operators.ts';
import { isFloat, type Scalar } from '../../../front/scalar.ts';
import { binary, constant, convert } from '../../build/make.ts';
import type { Value } from '../../program.ts';
import { boundsOf } from '../register-settings.ts';
import { bitsOf, countOfBits, sumOfBits, widthOf } from './bits.ts';
import {
  areEqual,
  areMultiples,
  constantOf,
  divided,
  keyOf,
  type Literal,
  number,
  plus,
  soleOf,
  type Sum,
  times,
} from './sum.ts';
import { type Facts, negated, NO_FACTS, type Symbols } from './symbols.ts';

/** A place in an object. */
export interface Pointer {
  readonly object: number;
  readonly bytes: Sum;
}

export type Held = Sum | Pointer;

export const isPointer = (held: Held): held is Pointer => 'object' in held;

/** The kernel goes beyond this run, which then tells nothing. */
export class Unfollowed extends Error {}

const ANY = sure(-Infinity, Infinity);
const rangeOfType = (type: Scalar): Interval => boundsOf(type) ?? ANY;

/** The item whose values are made. */
export interface Scene {
  readonly register: (register: number) => Held;
  readonly id: (id: Extract<Value, { kind: 'id' }>) => number;
  readonly facts: Facts;
}

type Binary = Extract<Value, { kind: 'binary' }>;

export class Evaluation {
  readonly #symbols: Symbols;
  /** Facts that hold where a value is made. */
  #facts: Facts = NO_FACTS;

  constructor(symbols: Symbols) {
    this.#symbols = symbols;
  }

  held(value: Value, scene: Scene): Held {
    this.#facts = scene.facts;
    switch (value.kind) {
      case 'register': {
        const held = scene.register(value.register);
        return isPointer(held)
          ? { ...held, bytes: this.#symbols.resolved(held.bytes, scene.facts) }
          : this.#symbols.resolved(held, scene.facts);
      }
      case 'address':
        return { object: value.object, bytes: number(0) };
      case 'offset': {
        const start = this.held(value.pointer, scene);
        if (!isPointer(start)) throw new Unfollowed();
        return { ...start, bytes: plus(start.bytes, this.sum(value.bytes, scene)) };
      }
      case 'select': {
        const by = this.truth(value.condition, scene);
        if (typeof by === 'boolean') return this.held(by ? value.then : value.otherwise, scene);
        return this.chosen(by, this.held(value.then, scene), this.held(value.otherwise, scene));
      }
      default:
        return this.sum(value, scene);
    }
  }

  chosen(by: Literal | boolean, then: Held, otherwise: Held): Held {
    if (typeof by === 'boolean') return by ? then : otherwise;
    if (!isPointer(then) && !isPointer(otherwise)) return this.#symbols.choose(by, then, otherwise);
    if (!isPointer(then) || !isPointer(otherwise) || then.object !== otherwise.object)
      throw new Unfollowed();
    const bytes = this.#symbols.choose(by, then.bytes, otherwise.bytes);
    return { object: then.object, bytes };
  }

  sum(value: Value, scene: Scene): Sum {
    this.#facts = scene.facts;
    switch (value.kind) {
      case 'constant': {
        const known = Number(value.value);
        return !isFloat(value.type) && Number.isSafeInteger(known)
          ? number(known)
          : this.#opaque(`${value.type} ${value.value}`, value.type, []);
      }
      case 'id':
        return number(scene.id(value));
      case 'unary':
        return this.#unary(value, scene);
      case 'binary':
        return this.#binary(value, scene);
      case 'convert':
        return this.#convert(value, this.sum(value.operand, scene), scene);
      case 'reinterpret': {
        const inner = this.sum(value.operand, scene);
        const isKept = !isFloat(value.type) && !isFloat(value.operand.type);
        return isKept
          ? this.#cut(inner, value.operand.type, value.type)
          : this.#opaque(`as ${value.type} ${value.operand.type}`, value.type, [inner]);
      }
      case 'call':
        return this.#call(
          value,
          value.args.map((each) => this.sum(each, scene)),
        );
      default: {
        const held = this.held(value, scene);
        if (isPointer(held)) throw new Unfollowed();
        return held;
      }
    }
  }

  /** A value is not 0. */
  truth(value: Value, scene: Scene): Literal | boolean {
    const sum = this.sum(value, scene);
    const literal =
      isFloat(value.type) || this.#symbols.isDrawn(sum)
        ? this.#unknown('true', [sum])
        : negated(this.#symbols.isZero(sum));
    return this.settled(literal, scene.facts);
  }

  settled(literal: Literal | boolean, facts: Facts): Literal | boolean {
    return typeof literal === 'boolean'
      ? literal
      : (this.#symbols.decided(literal, facts) ?? literal);
  }

  #opaque(name: string, type: Scalar, parts: readonly Sum[], range = rangeOfType(type)): Sum {
    return this.#symbols.opaque([name, type, ...parts.map(keyOf)].join(' '), range);
  }

  #unknown(name: string, parts: readonly Sum[]): Literal | boolean {
    const literal = this.#symbols.literalOf(this.#opaque(name, 'bool', parts));
    if (literal === undefined) throw new Unfollowed();
    return literal;
  }

  /** Wrapped to a type. */
  #fit(sum: Sum, type: Scalar): Sum {
    if (isFloat(type)) throw new Unfollowed();
    const { low, high } = this.#symbols.rangeOf(sum, this.#facts);
    const bounds = rangeOfType(type);
    return low >= bounds.low && high <= bounds.high ? sum : this.#opaque('cut', type, [sum]);
  }

  /** A whole number in another whole type. */
  #cut(sum: Sum, from: Scalar, to: Scalar): Sum {
    const { low, high } = this.#symbols.rangeOf(sum, this.#facts);
    const bounds = rangeOfType(to);
    if (low >= bounds.low && high <= bounds.high) return sum;
    const known = constantOf(sum);
    if (known !== undefined) return this.#folded(convert(to, constant(from, known)));
    const bits = widthOf(from) === widthOf(to) ? bitsOf(this.#symbols, sum, from) : undefined;
    return bits ? sumOfBits(this.#symbols, bits, to) : this.#opaque('cut', to, [sum]);
  }

  #folded(value: Value): Sum {
    if (value.kind !== 'constant') throw new Unfollowed();
    const known = Number(value.value);
    return Number.isSafeInteger(known)
      ? number(known)
      : this.#opaque(`${value.type} ${value.value}`, value.type, []);
  }

  #convert(
    { type, operand, saturate }: Extract<Value, { kind: 'convert' }>,
    inner: Sum,
    { facts }: Scene,
  ): Sum {
    if (isFloat(type) || isFloat(operand.type) || saturate === true)
      return type === operand.type
        ? inner
        : this.#opaque(`to ${operand.type} ${saturate}`, type, [inner]);
    if (type === 'bool' && this.#symbols.isDrawn(inner))
      return this.#symbols.sumOf(this.#unknown('true', [inner]));
    if (type === 'bool')
      return this.#symbols.sumOf(this.settled(negated(this.#symbols.isZero(inner)), facts));
    return this.#cut(inner, operand.type, type);
  }

  #unary({ operator, operand, type }: Extract<Value, { kind: 'unary' }>, scene: Scene): Sum {
    if (operator === '!') return this.#symbols.sumOf(negated(this.truth(operand, scene)));
    const inner = this.sum(operand, scene);
    if (isFloat(type)) return this.#opaque(operator, type, [inner]);
    if (operator === '-') return this.#cut(times(inner, -1), type, type);
    if (operator === '~') {
      const { low, high } = rangeOfType(type);
      return plus(number(low < 0 ? -1 : high), inner, -1);
    }
    return inner;
  }

  #binary(value: Binary, scene: Scene): Sum {
    const { operator, type } = value;
    const { type: of } = value.left;
    const left = this.sum(value.left, scene);
    const right = this.sum(value.right, scene);
    if (isComparison(operator)) {
      if (isFloat(of)) return this.#opaque(operator, 'bool', [left, right]);
      const found = this.#compared(operator, left, right);
      return this.#symbols.sumOf(this.settled(found, scene.facts));
    }
    if (isFloat(type)) return this.#opaque(operator, type, [left, right]);
    const [x, y] = [constantOf(left), constantOf(right)];
    if (x !== undefined && y !== undefined) {
      const known = binary(operator, constant(of, x), constant(value.right.type, y));
      return known.kind === 'constant'
        ? this.#folded(known)
        : this.#opaque(operator, type, [left, right]);
    }
    const found = this.#integers(value, left, right);
    if (found !== undefined) return found;
    const range = BINARY[operator].interval(
      this.#symbols.rangeOf(left),
      this.#symbols.rangeOf(right),
    );
    const bounds = rangeOfType(type);
    // A counter's first number may be any.
    const isAny = this.#symbols.isDrawn(left) || this.#symbols.isDrawn(right);
    const isSure = range.sureLow && range.sureHigh && !isAny;
    const isInside = isSure && range.low >= bounds.low && range.high <= bounds.high;
    return this.#opaque(operator, type, [left, right], isInside ? range : bounds);
  }

  #compared(operator: string, left: Sum, right: Sum): Literal | boolean {
    const symbols = this.#symbols;
    // A counter's first number may be any.
    if (symbols.isDrawn(left) || symbols.isDrawn(right))
      return this.#unknown(operator, [left, right]);
    const [less, more] = [plus(right, left, -1), plus(left, right, -1)];
    switch (operator) {
      case '<':
        return symbols.isPositive(less);
      case '>':
        return symbols.isPositive(more);
      case '<=':
        return negated(symbols.isPositive(more));
      case '>=':
        return negated(symbols.isPositive(less));
      case '==':
        return symbols.isZero(more);
      default:
        return negated(symbols.isZero(more));
    }
  }

  #integers(
    { operator, type, left: { type: of } }: Binary,
    left: Sum,
    right: Sum,
  ): Sum | undefined {
    const by = constantOf(right);
    switch (operator) {
      case '+':
        return this.#fit(plus(left, right), type);
      case '-':
        return this.#fit(plus(left, right, -1), type);
      case '*': {
        const factor = by ?? constantOf(left);
        if (factor !== undefined)
          return this.#fit(times(by === undefined ? right : left, factor), type);
        const is = this.#symbols.literalOf(left);
        const other = is === undefined ? this.#symbols.literalOf(right) : is;
        return other === undefined
          ? undefined
          : this.#symbols.choose(other, is === undefined ? left : right, number(0));
      }
      case '<<':
        return by !== undefined && by >= 0 && by < widthOf(type)
          ? this.#shifted(left, type, by)
          : undefined;
      case '>>':
        return this.#down(left, of, right);
      case '/':
        if (by === undefined || by <= 0 || !areMultiples(left, by)) return undefined;
        return divided(left, by);
      case '%':
        return by === undefined || by <= 0 ? undefined : this.#remainder(left, by);
      case '&': {
        const mask = by ?? constantOf(left);
        const masked =
          mask === undefined ? undefined : this.#masked(by === undefined ? right : left, mask);
        return masked ?? this.#bitwise(operator, type, left, right);
      }
      case '|':
      case '^':
        return this.#bitwise(operator, type, left, right);
      default:
        return undefined;
    }
  }

  #shifted(sum: Sum, type: Scalar, by: number): Sum {
    const bits = bitsOf(this.#symbols, sum, type);
    const width = widthOf(type);
    if (bits === undefined || bits.length < width) return this.#fit(times(sum, 2 ** by), type);
    const moved = [...Array.from({ length: by }, () => false), ...bits].slice(0, width);
    return sumOfBits(this.#symbols, moved, type);
  }

  #down(sum: Sum, type: Scalar, by: Sum): Sum | undefined {
    const places = constantOf(by);
    if (places === undefined) return this.#isOwnLowest(sum, type, by);
    if (places < 0 || places >= widthOf(type)) return undefined;
    if (areMultiples(sum, 2 ** places)) return divided(sum, 2 ** places);
    const bits = bitsOf(this.#symbols, sum, type);
    const top = bits?.at(-1);
    if (bits === undefined || (top !== false && rangeOfType(type).low < 0)) return undefined;
    return sumOfBits(this.#symbols, bits.slice(places), type);
  }

  /** A set from its lowest bit on; or all ones from any. */
  #isOwnLowest(sum: Sum, type: Scalar, by: Sum): Sum | undefined {
    const sole = soleOf(by);
    const meaning = sole && this.#symbols.meaning(sole.symbol);
    const isFull = constantOf(sum) === 2 ** widthOf(type) - 1;
    const isFirst =
      meaning?.kind === 'first' &&
      sole?.factor === 1 &&
      sole.rest === -meaning.plus &&
      areEqual(meaning.set, sum) &&
      this.#symbols.range(sole.symbol, NO_FACTS).low >= 0;
    if (!isFull && !isFirst) return undefined;
    const others = this.#opaque('behind the lowest', type, [sum, by], sure(0, 2 ** 31 - 1));
    const odd = plus(number(1), others, 2);
    if (isFull) return odd;
    return this.#symbols.choose(
      this.settled(this.#symbols.isZero(sum), this.#facts),
      number(0),
      odd,
    );
  }

  #masked(sum: Sum, mask: number): Sum | undefined {
    const count = mask + 1;
    if (mask < 0 || !Number.isInteger(Math.log2(count))) return undefined;
    return this.#remainder(sum, count, true);
  }

  #remainder(sum: Sum, by: number, isMask = false): Sum | undefined {
    const { low, high } = this.#symbols.rangeOf(sum, this.#facts);
    if (low >= 0 && high < by) return sum;
    if (low < 0 && !isMask) return undefined;
    const rest = ((sum.rest % by) + by) % by;
    if ([...sum.terms.values()].every((factor) => factor % by === 0)) return number(rest);
    // -1 is all ones.
    const sole = soleOf(sum);
    return low === -1 && high < by && sole?.factor === 1
      ? this.#symbols.choose(this.#symbols.isZero(plus(sum, number(1))), number(by - 1), sum)
      : undefined;
  }

  #bitwise(operator: '&' | '|' | '^', type: Scalar, left: Sum, right: Sum): Sum | undefined {
    const symbols = this.#symbols;
    const [a, b] = [bitsOf(symbols, left, type), bitsOf(symbols, right, type)];
    if (a === undefined || b?.length !== a.length) return undefined;
    const bits: (Literal | boolean)[] = [];
    for (const [at, x] of a.entries()) {
      const y = b[at] ?? false;
      const isKnown = typeof x === 'boolean' || typeof y === 'boolean';
      if (operator === '&') bits.push(symbols.and([x, y]));
      else if (operator === '|') bits.push(negated(symbols.and([negated(x), negated(y)])));
      else if (!isKnown) return undefined;
      else bits.push(x === true ? negated(y) : x === false ? y : y === true ? negated(x) : x);
    }
    return sumOfBits(symbols, bits, type);
  }

  #call({ name, type }: Extract<Value, { kind: 'call' }>, args: readonly Sum[]): Sum {
    const [set] = args;
    if (set !== undefined && name === 'popcount') {
      const bits = bitsOf(this.#symbols, set, type);
      return bits
        ? countOfBits(this.#symbols, bits)
        : this.#opaque(name, type, args, sure(0, widthOf(type)));
    }
    if (set === undefined || name !== 'ctz' || widthOf(type) !== 32)
      return this.#opaque(name, type, args);
    const is = constantOf(set);
    if (is === undefined) return this.#symbols.first(set, 0);
    return number(is === 0 ? 32 : 31 - Math.clz32(is & -is));
  }
}
