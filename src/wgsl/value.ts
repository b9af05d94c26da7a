import type { Span } from '../base/span.ts';
import { isComparison } from '../base/operators.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../front/scalar.ts';
import type { Value } from '../values/program.ts';
import { called, type Helper } from './built-ins.ts';
import type { Memory } from './memory.ts';
import { refuse } from './refusal.ts';
import { bitsOf, literal, type SpecialNumber, type Word, wordOf } from './words.ts';

type Of<Kind extends Value['kind']> = Extract<Value, { kind: Kind }>;

/** What values are made of besides themselves. */
export interface Surroundings {
  readonly memory: Memory;
  readonly local: readonly [number, number, number];
  readonly nameOf: (register: number) => string;
  readonly needs: (special: SpecialNumber) => void;
  readonly helps: (helper: Helper) => void;
}

/** Prints the values of one instruction. */
export class Printer {
  constructor(
    readonly around: Surroundings,
    readonly span: Span,
  ) {}

  /** An expression of the value's word. */
  word(value: Value): string {
    const { span, around } = this;
    switch (value.kind) {
      case 'constant':
        return literal(value.type, value.value, span, around.needs);
      case 'register':
        return around.nameOf(value.register);
      case 'id':
        return this.#id(value);
      case 'unary':
        return this.#unary(value);
      case 'binary':
        return this.#binary(value);
      case 'convert':
        return this.#convert(value);
      case 'reinterpret':
        return this.#reinterpret(value);
      case 'select':
        return `select(${this.word(value.otherwise)}, ${this.word(value.then)}, ${this.truth(value.condition)})`;
      case 'offset':
        return value.pointer.kind === 'address'
          ? this.#as('u32', value.bytes)
          : `(${this.word(value.pointer)} + ${this.#as('u32', value.bytes)})`;
      case 'address':
        return '0u';
      case 'call':
        return called(
          value,
          value.args.map((each) => this.word(each)),
          span,
          around.helps,
        );
    }
  }

  /** A condition. */
  truth(value: Value): string {
    switch (value.kind) {
      case 'constant':
        return Number(value.value) === 0 ? 'false' : 'true';
      case 'unary':
        if (value.operator === '!') return `!${this.truth(value.operand)}`;
        break;
      case 'binary':
        if (isComparison(value.operator)) return this.#comparison(value);
        break;
      case 'select': {
        const { condition, then, otherwise } = value;
        if (isConstant(otherwise, 0)) return `(${this.truth(condition)} && ${this.truth(then)})`;
        if (isConstant(then, 1)) return `(${this.truth(condition)} || ${this.truth(otherwise)})`;
        break;
      }
      case 'convert':
        if (value.type === 'bool' || value.operand.type === 'bool')
          return this.truth(value.operand);
        break;
      default:
    }
    return `(${this.word(value)} != ${literal(value.type, 0, this.span, this.around.needs)})`;
  }

  /** The 32-bit cell that an address is in. */
  cell(address: Value): string {
    const bytes = bytesOf(address);
    const quarters = bytes === undefined ? undefined : this.#quarter(bytes);
    return quarters ?? `(${this.word(address)} >> 2u)`;
  }

  /** A quarter of some bytes, where they are told as a multiple of four. */
  #quarter(bytes: Value): string | undefined {
    if (bytes.kind === 'constant')
      return BigInt(bytes.value) % 4n === 0n
        ? literal(
            'ulong',
            BigInt.asUintN(64, BigInt(bytes.value) / 4n),
            this.span,
            this.around.needs,
          )
        : undefined;
    if (bytes.kind !== 'binary') return undefined;
    const { operator, left, right } = bytes;
    if (operator === '*' && right.kind === 'constant') {
      const times = BigInt(right.value);
      if (times % 4n !== 0n) return undefined;
      const whole = this.#as('u32', left);
      return times === 4n ? whole : `(${whole} * ${times / 4n}u)`;
    }
    if (operator !== '+' && operator !== '-') return undefined;
    const [a, b] = [this.#quarter(left), this.#quarter(right)];
    return a === undefined || b === undefined ? undefined : `(${a} ${operator} ${b})`;
  }

  #wordOf(type: Scalar): Word {
    return type === 'pointer' ? 'u32' : wordOf(type, this.span);
  }

  #as(word: Word, value: Value): string {
    if (value.kind === 'constant' && word === 'u32')
      return literal(
        'ulong',
        BigInt.asUintN(64, BigInt(value.value)),
        this.span,
        this.around.needs,
      );
    if (value.kind === 'convert' && word === 'u32' && SCALARS[value.type].bytes === 8) {
      const { operand } = value;
      // Of an address only the lower half of each number matters.
      if (isInteger(operand.type)) return this.#as('u32', operand);
    }
    const own = this.#wordOf(value.type);
    return own === word ? this.word(value) : `${word}(${this.word(value)})`;
  }

  #id({ of, dimension }: Of<'id'>): string {
    const at = 'xyz'.charAt(dimension);
    if (of === 'local') return `local_id.${at}`;
    if (of === 'group') return `group_id.${at}`;
    return `(group_id.${at} * ${this.around.local[dimension]}u + local_id.${at})`;
  }

  #unary({ type, operator, operand }: Of<'unary'>): string {
    if (operator === '!') return this.#ofTruth(type, `!${this.truth(operand)}`);
    const inner = this.word(operand);
    if (operator === '~') return this.#narrow(type, `(~${inner})`);
    return this.#narrow(type, this.#wordOf(type) === 'u32' ? `(0u - ${inner})` : `(-${inner})`);
  }

  #ofTruth(type: Scalar, truth: string): string {
    const word = this.#wordOf(type);
    const unit = { i32: 'i', u32: 'u', f32: 'f' }[word];
    return `select(0${unit}, 1${unit}, ${truth})`;
  }

  #comparison({ operator, left, right }: Of<'binary'>): string {
    if (left.type === 'pointer') {
      const areInOne = this.around.memory.areInOne(left, right);
      if (areInOne === false && operator === '==') return 'false';
      if (areInOne === false && operator === '!=') return 'true';
      if (areInOne !== true)
        return refuse(this.span, 'Pointers of different arrays cannot be compared in WGSL.');
    }
    return `(${this.word(left)} ${operator} ${this.word(right)})`;
  }

  #binary(value: Of<'binary'>): string {
    const { type, operator, left, right } = value;
    const { span } = this;
    if (isComparison(operator)) return this.#ofTruth(type, this.#comparison(value));
    const [a, b] = [this.word(left), this.word(right)];
    if (operator === '<<' || operator === '>>') return this.#shift(value, a);
    if (operator === '/' || operator === '%') {
      if (isInteger(type) && isConstant(right, 0))
        return refuse(span, 'This divides by zero, which WGSL refuses.');
    }
    return this.#narrow(type, `(${a} ${operator} ${b})`);
  }

  #shift({ type, operator, left, right }: Of<'binary'>, a: string): string {
    const isWide = SCALARS[left.type].bytes === 8;
    if (isWide && (right.kind !== 'constant' || Number(right.value) >= 32))
      return refuse(this.span, 'This shift takes 64 bits, and WGSL has 32.');
    const by =
      right.kind === 'constant' ? `${Number(right.value)}u` : `(${this.#as('u32', right)} & 31u)`;
    return this.#narrow(type, `(${a} ${operator} ${by})`);
  }

  /** Brings the result of narrow arithmetic back into its type. */
  #narrow(type: Scalar, code: string): string {
    if (!isInteger(type) || bitsOf(type) === 32) return code;
    return `extractBits(${code}, 0u, ${bitsOf(type)}u)`;
  }

  #convert({ type, operand, saturate = false, rounding }: Of<'convert'>): string {
    const from = operand.type;
    if (type === 'bool') return this.#ofTruth('bool', this.truth(operand));
    if (isFloat(from) && !isFloat(type)) return this.#whole(type, operand, saturate, rounding);
    if (isFloat(type)) {
      if (rounding !== undefined && rounding !== 'rte')
        return refuse(this.span, `WGSL does not round with ${rounding}.`);
      wordOf(type, this.span);
      return isFloat(from) ? this.word(operand) : `f32(${this.word(operand)})`;
    }
    if (saturate) return this.#saturated(type, operand);
    const code = this.#as(this.#wordOf(type), operand);
    const fits =
      bitsOf(type) === 32 ||
      (SCALARS[from].bytes <= SCALARS[type].bytes && isSigned(from) === isSigned(type));
    return fits ? code : this.#narrow(type, code);
  }

  /** A fractional number without its fraction; out of range it is the nearest that there is. */
  #whole(type: Scalar, operand: Value, saturate: boolean, rounding?: string): string {
    const rounds = { rte: 'round', rtp: 'ceil', rtn: 'floor' }[rounding ?? ''];
    const inner = rounds === undefined ? this.word(operand) : `${rounds}(${this.word(operand)})`;
    const word = this.#wordOf(type);
    if (!saturate) return this.#narrow(type, `${word}(${inner})`);
    const [low, high] = this.#limits(type);
    return bitsOf(type) === 32 ? `${word}(${inner})` : `clamp(${word}(${inner}), ${low}, ${high})`;
  }

  #limits(type: Scalar): readonly [string, string] {
    const bits = BigInt(bitsOf(type));
    const [low, high] = isSigned(type)
      ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
      : [0n, (1n << bits) - 1n];
    const print = (value: bigint): string => literal(type, value, this.span, this.around.needs);
    return [print(low), print(high)];
  }

  #saturated(type: Scalar, operand: Value): string {
    const from = operand.type;
    if (SCALARS[from].bytes === 8)
      return refuse(this.span, 'This is computed in 64 bits, and WGSL has 32.');
    const inner = this.word(operand);
    const word = this.#wordOf(type);
    if (isSigned(from) === isSigned(type)) {
      const [low, high] = this.#limits(type);
      return bitsOf(type) >= bitsOf(from) ? inner : `clamp(${inner}, ${low}, ${high})`;
    }
    const [, high] = this.#limits(type);
    if (isSigned(from)) return `min(u32(max(${inner}, 0i)), ${high})`;
    return `${word}(min(${inner}, u32(${high})))`;
  }

  #reinterpret({ type, operand }: Of<'reinterpret'>): string {
    const [from, to] = [this.#wordOf(operand.type), this.#wordOf(type)];
    if (SCALARS[type].bytes === 8) return refuse(this.span, 'This is of 64 bits, and WGSL has 32.');
    const inner = this.word(operand);
    return from === to ? inner : this.#narrow(type, `bitcast<${to}>(${inner})`);
  }
}

/** The bytes from the start of the array, where the address is told by them. */
const bytesOf = (address: Value): Value | undefined => {
  if (address.kind === 'address') return { kind: 'constant', type: 'long', value: 0n };
  return address.kind === 'offset' && address.pointer.kind === 'address'
    ? address.bytes
    : undefined;
};

const isConstant = (value: Value, number: number): boolean =>
  value.kind === 'constant' && Number(value.value) === number;
