import type { InfixOperator } from '../../base/operators.ts';
import type { Expression, Type } from '../syntax.ts';
import { scalarType } from '../types.ts';
import {
  converted,
  entriesOf,
  FLOAT,
  infix,
  INTEGER_WORDS,
  type Maker,
  named,
  rounded,
  type Row,
  to,
  toInteger,
} from './rows.ts';

/** Functions of half precision. */

const HALF = scalarType('half');

const HALF2: Type = { kind: 'vector', scalar: 'half', lanes: 2 };

const lane =
  (field: 'x' | 'y' | 'xx' | 'yy' | 'yx'): Row =>
  ([object], make) =>
    object && make.typed({ kind: 'member', object, arrow: false, field, span: make.span });

/** The same lane of each of two. */
const lanesOfTwo =
  (field: 'x' | 'y'): Row =>
  ([a, b], make) => {
    const parts = [a, b].flatMap((pair) => (pair && lane(field)([pair], make)) ?? []);
    return make.cast(HALF2, ...parts);
  };

const one = (make: Maker): Expression => make.cast(HALF, make.number(1));
const none = (make: Maker): Expression => make.cast(HALF, make.number(0));

const saturated =
  (row: Row): Row =>
  (args, make) => {
    const value = row(args, make);
    return value && make.call('fmin', [make.call('fmax', [value, none(make)]), one(make)]);
  };

/** A comparison of each lane of two. */
const lanesCompared = (
  operator: InfixOperator,
  [a, b]: readonly Expression[],
  make: Maker,
): readonly Expression[] =>
  (['x', 'y'] as const).flatMap((field) => {
    const [left, right] = [a, b].map((pair) => pair && lane(field)([pair], make));
    return left && right ? [make.binary(operator, left, right)] : [];
  });

/** 1 where it holds, lane by lane. */
const comparedLanes =
  (operator: InfixOperator): Row =>
  (args, make) =>
    make.cast(HALF2, ...lanesCompared(operator, args, make).map((each) => make.cast(HALF, each)));

const bothLanes =
  (operator: InfixOperator): Row =>
  (args, make) => {
    const [x, y] = lanesCompared(operator, args, make);
    return x && y && make.binary('&&', x, y);
  };

/** Functions of C that are there for `half`; `h2exp` works on both lanes. */
const OF_HALVES =
  'exp exp2 exp10 log log2 log10 sqrt rsqrt sin cos tanh floor ceil rint trunc'.split(' ');

export const HALVES: Readonly<Record<string, Row>> = {
  __float2half: to(HALF),
  __double2half: to(HALF),
  ...Object.fromEntries([
    ...rounded('__float2half', to(HALF)),
    ...[...Object.keys(INTEGER_WORDS), 'short', 'ushort'].flatMap((word) =>
      rounded(`__${word}2half`, to(HALF)),
    ),
    ...entriesOf(INTEGER_WORDS).flatMap(([word, scalar]) => toInteger('half', word, scalar)),
    ...OF_HALVES.flatMap((word) => [
      [`h${word}`, named(word)],
      [`h2${word}`, named(word)],
    ]),
    ...entriesOf({ max: 'fmax', min: 'fmin' } as const).flatMap(([word, meant]) => [
      [`__h${word}`, named(meant)],
      [`__h${word}2`, named(meant)],
    ]),
  ]),
  __half2float: to(FLOAT),
  __float2half2_rn: ([x], make) => x && make.cast(HALF2, make.cast(HALF, x)),
  __half2half2: ([x], make) => x && make.cast(HALF2, x),
  __halves2half2: ([x, y], make) => x && y && make.cast(HALF2, x, y),
  __floats2half2_rn: ([x, y], make) =>
    x && y && make.cast(HALF2, make.cast(HALF, x), make.cast(HALF, y)),
  __low2half: lane('x'),
  __high2half: lane('y'),
  __low2float: (args, make) =>
    to(FLOAT)(
      [lane('x')(args, make)].flatMap((x) => x ?? []),
      make,
    ),
  __high2float: (args, make) =>
    to(FLOAT)(
      [lane('y')(args, make)].flatMap((x) => x ?? []),
      make,
    ),
  __half22float2: ([x], make) => x && make.call('convert_float2', [x]),
  __float22half2_rn: ([x], make) => x && make.call('convert_half2', [x]),
  __hneg: ([x], make) => x && make.unary('-', x),
  __hneg2: ([x], make) => x && make.unary('-', x),
  __habs: named('fabs'),
  __habs2: named('fabs'),
  __hisnan: named('isnan'),
  __low2half2: lane('xx'),
  __high2half2: lane('yy'),
  __lows2half2: lanesOfTwo('x'),
  __highs2half2: lanesOfTwo('y'),
  __lowhigh2highlow: lane('yx'),
  __half_as_ushort: converted('as_ushort', 'half'),
  __half_as_short: converted('as_short', 'half'),
  __ushort_as_half: converted('as_half', 'ushort'),
  __short_as_half: converted('as_half', 'short'),
  // -1 for minus infinity, unlike C's.
  __hisinf: ([x], make) =>
    x &&
    make.binary(
      '-',
      make.binary('==', make.call('as_ushort', [make.cast(HALF, x)]), make.number(0x7c00)),
      make.binary('==', make.call('as_ushort', [make.cast(HALF, x)]), make.number(0xfc00)),
    ),
  __hfma_relu: (args, make) => make.call('fmax', [make.call('fma', args), none(make)]),
  h2rcp: ([x], make) => x && make.binary('/', make.cast(HALF2, one(make)), x),
  ...Object.fromEntries(
    (['short', 'ushort'] as const).flatMap((word) => toInteger('half', word, word)),
  ),
  hrcp: ([x], make) => x && make.binary('/', make.cast(HALF, make.number(1)), x),
  __h2div: infix('/'),
  __hfma: named('fma'),
  __hfma2: named('fma'),
  ...Object.fromEntries(
    entriesOf({ add: '+', sub: '-', mul: '*', div: '/' } as const).flatMap(([word, operator]) => [
      ...['', '2', '_rn', '2_rn'].map((kind) => [`__h${word}${kind}`, infix(operator)]),
      ...['_sat', '2_sat'].map((kind) => [`__h${word}${kind}`, saturated(infix(operator))]),
      [`h${word}`, infix(operator)],
    ]),
  ),
  ...Object.fromEntries(
    entriesOf({ gt: '>', ge: '>=', lt: '<', le: '<=', eq: '==', ne: '!=' } as const).map(
      ([word, operator]) => [`__h${word}`, infix(operator)],
    ),
  ),
  ...Object.fromEntries(
    entriesOf({ gt: '>', ge: '>=', lt: '<', le: '<=', eq: '==', ne: '!=' } as const).flatMap(
      ([word, operator]) => [
        [`__h${word}2`, comparedLanes(operator)],
        [`__hb${word}2`, bothLanes(operator)],
      ],
    ),
  ),
};
