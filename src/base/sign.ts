/** `positive` is above zero, `natural` zero or above. */
export type Sign = 'positive' | 'natural' | 'negative' | 'unknown';

export const isNatural = (sign: Sign): boolean => sign === 'positive' || sign === 'natural';

/** The sign of a result. */
export type SignRule = (left: Sign, right: Sign) => Sign;

const part: SignRule = (left, right) =>
  isNatural(left) && isNatural(right) ? 'natural' : 'unknown';

/** Rules that operators name. */
export const SIGN = {
  natural: () => 'natural',
  unknown: () => 'unknown',
  sum: (left, right) => {
    if (isNatural(left) && isNatural(right))
      return left === 'positive' || right === 'positive' ? 'positive' : 'natural';
    return left === 'negative' && right === 'negative' ? 'negative' : 'unknown';
  },
  product: (left, right) =>
    left === 'positive' && right === 'positive' ? 'positive' : part(left, right),
  part,
  left: (left) => left,
  right: (left, right) =>
    left === 'positive' && isNatural(right) ? 'positive' : part(left, right),
} as const satisfies Readonly<Record<string, SignRule>>;
