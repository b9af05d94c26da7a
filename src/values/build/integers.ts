import type { Value } from '../program.ts';
import { isSigned, SCALARS, type Scalar, isFloat } from '../../front/scalar.ts';
import { ofScalar } from './conversion.ts';
import { maskOf, unsignedOf } from '../../front/conversions.ts';
import { laneOf, scalarType, vectorType } from '../../front/types.ts';
import { argument, type BuiltInCall, type Handler } from './handler.ts';
import { type Lane, ofIntegers } from './lanewise.ts';
import { binary, call, constant, convert, int, reinterpret, select, shift, unary } from './make.ts';

const X = (args: readonly Value[], i = 0): Value => args[i] ?? int(0);

const bitsOf = (type: Scalar): number => SCALARS[type].bytes * 8;
const isWide = (type: Scalar): boolean => bitsOf(type) === 64;
/** Holds every product of two narrower numbers. */
const wideOf = (type: Scalar): 'long' | 'ulong' => (isSigned(type) ? 'long' : 'ulong');
const by = (bits: number): Value => constant('uint', bits);

/** Narrower types compute in 64 bits, then clamp to their range. */
const saturated =
  (name: 'add_sat' | 'sub_sat', operator: '+' | '-') =>
  (args: readonly Value[], { type }: Lane): Value => {
    if (isWide(type)) return call(type, name, ...args);
    const [a, b] = [convert('long', X(args)), convert('long', X(args, 1))];
    return convert(type, binary(operator, a, b), { saturate: true });
  };

function highProduct(a: Value, b: Value, type: Scalar): Value {
  if (isWide(type)) return call(type, 'mul_hi', a, b);
  const wide = wideOf(type);
  const product = binary('*', convert(wide, a), convert(wide, b));
  return convert(type, shift('>>', product, by(bitsOf(type))));
}

/** The average without overflow, rounded down or up. */
const average =
  (up: boolean) =>
  (args: readonly Value[], { type, once }: Lane): Value => {
    const [x, y] = [once(X(args)), once(X(args, 1))];
    const halves = binary('+', shift('>>', x, by(1)), shift('>>', y, by(1)));
    const last = binary('&', binary(up ? '|' : '&', x, y), constant(type, 1));
    return binary('+', halves, last);
  };

/** The lower 24 bits, with their sign. */
const low24 = (value: Value): Value => shift('>>', shift('<<', value, by(8)), by(8));

const product24 = (args: readonly Value[]): Value => binary('*', low24(X(args)), low24(X(args, 1)));

const upsample: Handler = (given: BuiltInCall) => {
  const [high, low] = [argument(given, 0), argument(given, 1)];
  const from = laneOf(high.type);
  const wide = ({ 1: 'short', 2: 'int', 4: 'long', 8: 'long' } as const)[SCALARS[from].bytes];
  const to = isSigned(from) ? wide : unsignedOf(wide);
  const lanes = high.lanes.map((lane, i) => {
    const rest = low.lanes[i] ?? int(0);
    return binary(
      '|',
      shift('<<', convert(to, lane), by(bitsOf(from))),
      convert(to, convert(unsignedOf(from), rest)),
    );
  });
  return { type: lanes.length === 1 ? scalarType(to) : vectorType(to, lanes.length), lanes };
};

/** `select(a, b, c)` takes b: for scalars where c is not 0, for vectors where c's lane has its
 * highest bit set. */
const choose: Handler = (given: BuiltInCall) => {
  const [a, b, c] = [argument(given, 0), argument(given, 1), argument(given, 2)];
  const type = laneOf(a.type);
  const lanes = a.lanes.map((lane, i) => {
    const asked = c.lanes[i] ?? int(0);
    const signed = reinterpret(maskOf(asked.type), asked);
    const zero = constant(signed.type, 0);
    const holds = a.type.kind === 'vector' ? binary('<', signed, zero) : binary('!=', signed, zero);
    return select(holds, convert(type, b.lanes[i] ?? lane), lane);
  });
  return { type: a.type, lanes };
};

const bitselect: Handler = (given: BuiltInCall) => {
  const [a, b, c] = [argument(given, 0), argument(given, 1), argument(given, 2)];
  const type = laneOf(a.type);
  const bits: Scalar = isFloat(type) ? unsignedOf(maskOf(type)) : type;
  const lanes = a.lanes.map((lane, i) => {
    const [x, y, chosen] = [lane, b.lanes[i] ?? lane, c.lanes[i] ?? lane].map((each) =>
      isFloat(each.type) ? reinterpret(bits, each) : convert(bits, each),
    );
    if (x === undefined || y === undefined || chosen === undefined) return lane;
    const which = given.context.emitter.keep(chosen, given.span);
    const made = binary('|', binary('&', x, unary('~', which)), binary('&', y, which));
    return isFloat(type) ? reinterpret(type, made) : made;
  });
  return { type: a.type, lanes };
};

/** Tests the highest bits of one lane or of all. */
const highest =
  (operator: '|' | '&'): Handler =>
  (given: BuiltInCall) => {
    const { lanes } = argument(given, 0);
    const set = lanes.map((lane) => binary('<', lane, constant(lane.type, 0)));
    return ofScalar(set.reduce((a, b) => binary(operator, a, b)));
  };

/** Integer functions (OpenCL C, section 6.15.3), and those on bits of others. */
export const INTEGERS: Readonly<Record<string, Handler>> = {
  abs: ofIntegers(1, (args, { type, once }) => {
    if (!isSigned(type)) return X(args);
    const x = once(X(args));
    const negative = binary('<', x, constant(type, 0));
    return convert(unsignedOf(type), select(negative, unary('-', x), x));
  }),
  abs_diff: ofIntegers(2, (args, { type, once }) => {
    const [x, y] = [once(X(args)), once(X(args, 1))];
    const to = unsignedOf(type);
    const [a, b] = [convert(to, x), convert(to, y)];
    return select(binary('>', x, y), binary('-', a, b), binary('-', b, a));
  }),
  add_sat: ofIntegers(2, saturated('add_sat', '+')),
  sub_sat: ofIntegers(2, saturated('sub_sat', '-')),
  mad_sat: ofIntegers(3, (args, { type }) => {
    if (isWide(type)) return call(type, 'mad_sat', ...args);
    const [a, b, c] = args.map((each) => convert(wideOf(type), each));
    if (a === undefined || b === undefined || c === undefined) return X(args);
    return convert(type, binary('+', binary('*', a, b), c), { saturate: true });
  }),
  hadd: ofIntegers(2, average(false)),
  rhadd: ofIntegers(2, average(true)),
  mul_hi: ofIntegers(2, (args, { type }) => highProduct(X(args), X(args, 1), type)),
  mad_hi: ofIntegers(3, (args, { type }) =>
    binary('+', highProduct(X(args), X(args, 1), type), X(args, 2)),
  ),
  mul24: ofIntegers(2, product24),
  mad24: ofIntegers(3, (args) => binary('+', product24(args), X(args, 2))),
  rotate: ofIntegers(2, (args, { type, once }) => {
    const to = unsignedOf(type);
    const x = once(convert(to, X(args)));
    const n = once(convert('uint', X(args, 1)));
    const left = shift('<<', x, n);
    return convert(type, binary('|', left, shift('>>', x, unary('-', n))));
  }),
  clz: ofIntegers(1, (args, { type }) => call(type, 'clz', ...args)),
  ctz: ofIntegers(1, (args, { type }) => call(type, 'ctz', ...args)),
  popcount: ofIntegers(1, (args, { type }) => call(type, 'popcount', ...args)),
  upsample,
  select: choose,
  bitselect,
  any: highest('|'),
  all: highest('&'),
};
