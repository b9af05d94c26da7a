/** What is known of a value's sign: `positive` is above zero, `natural` zero or above. */
export type Sign = 'positive' | 'natural' | 'negative' | 'unknown';

const isNatural = (sign: Sign): boolean => sign === 'positive' || sign === 'natural';

/** How signs follow from others. */
export const SIGN = {
  natural: (): Sign => 'natural',
  unknown: (): Sign => 'unknown',
  sum: (left: Sign, right: Sign): Sign => {
    if (isNatural(left) && isNatural(right))
      return left === 'positive' || right === 'positive' ? 'positive' : 'natural';
    return left === 'negative' && right === 'negative' ? 'negative' : 'unknown';
  },
  product: (left: Sign, right: Sign): Sign =>
    left === 'positive' && right === 'positive' ? 'positive' : SIGN.part(left, right),
  part: (left: Sign, right: Sign): Sign =>
    isNatural(left) && isNatural(right) ? 'natural' : 'unknown',
};

interface Operator {
  /** How tightly it binds in C; 0 for those that are written as a call. */
  readonly precedence: number;
  /** The value of safe integers, or in words why there is none. */
  readonly compute: (left: number, right: number) => number | string;
  /** Its sign from those of its operands. */
  readonly sign: (left: Sign, right: Sign) => Sign;
  /** The truth of the left side that decides alone: the right side need then have no value. */
  readonly decides?: boolean;
  /** Its value is 0 or 1. */
  readonly boolean?: true;
  /** Of a comparison: what holds where it does not, and the same of its sides exchanged. */
  readonly negated?: string;
  readonly mirrored?: string;
}

const comparison = <N extends string, M extends string>(
  precedence: number,
  holds: (left: number, right: number) => boolean,
  negated: N,
  mirrored: M,
) => {
  const compute = (left: number, right: number): number => Number(holds(left, right));
  return { precedence, compute, sign: SIGN.natural, boolean: true, negated, mirrored } as const;
};

/** `decides` is the truth of the left side that makes it the value of the whole. */
const logical = (precedence: number, decides: boolean) => {
  const compute = (left: number, right: number): number =>
    Number((left !== 0) === decides ? decides : right !== 0);
  return { precedence, compute, sign: SIGN.natural, boolean: true, decides } as const;
};

/** JavaScript's own would cut to 32 bits. */
const bitwise = (
  precedence: number,
  compute: (left: bigint, right: bigint) => bigint,
  sign: Operator['sign'],
) => ({
  precedence,
  compute: (left: number, right: number): number => Number(compute(BigInt(left), BigInt(right))),
  sign,
});

const shift = (compute: (left: number, right: number) => number, sign: Operator['sign']) => ({
  precedence: 8,
  compute: (left: number, right: number): number | string =>
    right < 0 ? 'shifts by a negative amount' : compute(left, right),
  sign,
});

const division = (compute: (left: number, right: number) => number, sign: Operator['sign']) => ({
  precedence: 10,
  compute: (left: number, right: number): number | string =>
    right === 0 ? 'divides by zero' : compute(left, right),
  sign,
});

const simple = (
  precedence: number,
  compute: (left: number, right: number) => number,
  sign: Operator['sign'],
) => ({ precedence, compute, sign });

/** The binary operators of an expression, each in its row: everything that reads, computes, simplifies or
 * writes expressions goes by it. */
const OPERATORS = {
  '||': logical(1, true),
  '&&': logical(2, false),
  '|': bitwise(3, (left, right) => left | right, SIGN.sum),
  '^': bitwise(4, (left, right) => left ^ right, SIGN.part),
  '&': bitwise(5, (left, right) => left & right, SIGN.part),
  '==': comparison(6, (left, right) => left === right, '!=', '=='),
  '!=': comparison(6, (left, right) => left !== right, '==', '!='),
  '<': comparison(7, (left, right) => left < right, '>=', '>'),
  '<=': comparison(7, (left, right) => left <= right, '>', '>='),
  '>': comparison(7, (left, right) => left > right, '<=', '<'),
  '>=': comparison(7, (left, right) => left >= right, '<', '<='),
  '<<': shift(
    (left, right) => left * 2 ** right,
    (left) => left,
  ),
  '>>': shift(
    (left, right) => Math.floor(left / 2 ** right),
    (left, right) =>
      left === 'positive' && isNatural(right) ? 'positive' : SIGN.part(left, right),
  ),
  '+': simple(9, (left, right) => left + right, SIGN.sum),
  '-': simple(9, (left, right) => left - right, SIGN.unknown),
  '*': simple(10, (left, right) => left * right, SIGN.product),
  '/': division((left, right) => Math.trunc(left / right), SIGN.product),
  '%': division((left, right) => left % right, SIGN.part),
  min: simple(0, Math.min, SIGN.product),
  max: simple(0, Math.max, SIGN.sum),
} as const satisfies Readonly<Record<string, Operator>>;

export type BinaryOperator = keyof typeof OPERATORS;

interface BinaryRow extends Operator {
  readonly negated?: BinaryOperator;
  readonly mirrored?: BinaryOperator;
}

export const BINARY: Readonly<Record<BinaryOperator, BinaryRow>> = OPERATORS;

export const isBinary = (text: string): text is BinaryOperator => Object.hasOwn(BINARY, text);

/** Binds tighter than every binary operator. */
export const PREFIX_PRECEDENCE = 11;

/** The unary operators. `log2` is the place of the highest bit: floor of the logarithm, and -1 for zero and
 * below. So `log2(s) + 1` is how often `s` can be halved until it is zero, for every integer `s`. */
export const UNARY = {
  '-': (operand: number): number => 0 - operand,
  '!': (operand: number): number => Number(operand === 0),
  '~': (operand: number): number => -1 - operand,
  log2: (operand: number): number => (operand <= 0 ? -1 : operand.toString(2).length - 1),
} as const;

export type UnaryOperator = keyof typeof UNARY;

export const isUnary = (text: string): text is UnaryOperator => Object.hasOwn(UNARY, text);

/** The operators that are written as calls. */
export const CALLED = Object.keys({ ...BINARY, ...UNARY }).filter((name) => /^\w/.test(name));
