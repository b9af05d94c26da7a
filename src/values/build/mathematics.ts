import { BUILT_IN_VALUES } from '../built-ins.ts';
import type { Value } from '../program.ts';
import { store } from './access.ts';
import { unsignedOf } from '../../front/conversions.ts';
import { type BuiltInCall, type Handler, accessed } from './handler.ts';
import { type Lane, byLane, test } from './lanewise.ts';
import { binary, call, constant, convert, int, reinterpret, select, unary } from './make.ts';

const X = (args: readonly Value[], i = 0): Value => args[i] ?? int(0);
const num = ({ type }: Lane, value: number): Value => constant(type, value);

/** Functions that are the scalar ones of `BUILT_IN_VALUES`. */
const SAME = [...BUILT_IN_VALUES]
  .filter(([, { domain, int: special }]) => domain === 'float' && special === undefined)
  .map(([name, { args: count }]): [string, Handler] => [
    name,
    byLane(count, (args, { type }) => call(type, name, ...args)),
  ]);

/** `native_` and `half_` functions may be less exact; here they are not. */
const roughly = (names: string): [string, Handler][] =>
  names.split(/\s+/).flatMap((name): [string, Handler][] => {
    const handler = PLAIN.get(name);
    if (handler === undefined) return [];
    return [
      [`native_${name}`, handler],
      [`half_${name}`, handler],
    ];
  });

const smaller = (a: Value, b: Value): Value => select(binary('<', b, a), b, a);
const larger = (a: Value, b: Value): Value => select(binary('<', a, b), b, a);

const turned = (name: string): Handler =>
  byLane(1, ([x = int(0)], lane) => call(lane.type, name, binary('*', x, num(lane, Math.PI))));

const inTurns = (name: string, count = 1): Handler =>
  byLane(count, (args, lane) => binary('/', call(lane.type, name, ...args), num(lane, Math.PI)));

const scaled = (by: number): Handler =>
  byLane(1, ([x = int(0)], lane) => binary('*', x, num(lane, by)));

/** The one of larger, or of smaller, magnitude. */
const byMagnitude = (operator: '<' | '>', otherwise: 'fmin' | 'fmax'): Handler =>
  byLane(2, (args, { type, once }) => {
    const [x, y] = [once(X(args)), once(X(args, 1))];
    const [a, b] = [call(type, 'fabs', x), call(type, 'fabs', y)];
    const rest = select(binary(operator, b, a), y, call(type, otherwise, x, y));
    return select(binary(operator, a, b), x, rest);
  });

const PLAIN: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...SAME,
  ['powr', byLane(2, (args, { type }) => call(type, 'pow', ...args))],
  ['rsqrt', byLane(1, (args, lane) => binary('/', num(lane, 1), call(lane.type, 'sqrt', X(args))))],
  ['recip', byLane(1, (args, lane) => binary('/', num(lane, 1), X(args)))],
  ['divide', byLane(2, (args) => binary('/', X(args), X(args, 1)))],
]);

const clamp: Handler = byLane(3, (args, { once }) => {
  const least = once(larger(once(X(args)), once(X(args, 1))));
  return smaller(least, once(X(args, 2)));
});

const smoothstep: Handler = byLane(3, (args, lane) => {
  const [low, high, x] = [lane.once(X(args)), X(args, 1), X(args, 2)];
  const share = binary('/', binary('-', x, low), binary('-', high, low));
  const t = lane.once(smaller(lane.once(larger(lane.once(share), num(lane, 0))), num(lane, 1)));
  const weight = binary('-', num(lane, 3), binary('*', num(lane, 2), t));
  return binary('*', binary('*', t, t), weight);
});

const sign: Handler = byLane(1, (args, lane) => {
  const x = lane.once(X(args));
  const none = select(binary('!=', x, x), num(lane, 0), x);
  const negative = select(binary('<', x, num(lane, 0)), num(lane, -1), none);
  return select(binary('>', x, num(lane, 0)), num(lane, 1), negative);
});

const LEAST_NORMAL = { half: 2 ** -14, float: 2 ** -126, double: 2 ** -1022 } as const;

const infinite = (operator: '<' | '==', args: readonly Value[], lane: Lane): Value =>
  binary(operator, call(lane.type, 'fabs', X(args)), num(lane, Number.POSITIVE_INFINITY));

const compare = (operator: '==' | '!=' | '<' | '<=' | '>' | '>='): Handler =>
  test(2, (args) => binary(operator, X(args), X(args, 1)));

const TESTS: readonly (readonly [string, Handler])[] = [
  ['isequal', compare('==')],
  ['isnotequal', compare('!=')],
  ['isless', compare('<')],
  ['islessequal', compare('<=')],
  ['isgreater', compare('>')],
  ['isgreaterequal', compare('>=')],
  [
    'islessgreater',
    test(2, (args, { once }) => {
      const [x, y] = [once(X(args)), once(X(args, 1))];
      return binary('|', binary('<', x, y), binary('>', x, y));
    }),
  ],
  [
    'isordered',
    test(2, (args, { once }) => {
      const [x, y] = [once(X(args)), once(X(args, 1))];
      return binary('&', binary('==', x, x), binary('==', y, y));
    }),
  ],
  [
    'isunordered',
    test(2, (args, { once }) => {
      const [x, y] = [once(X(args)), once(X(args, 1))];
      return binary('|', binary('!=', x, x), binary('!=', y, y));
    }),
  ],
  [
    'isnan',
    test(1, (args, { once }) => {
      const x = once(X(args));
      return binary('!=', x, x);
    }),
  ],
  ['isinf', test(1, (args, lane) => infinite('==', args, lane))],
  ['isfinite', test(1, (args, lane) => infinite('<', args, lane))],
  [
    'isnormal',
    test(1, (args, lane) => {
      const size = lane.once(call(lane.type, 'fabs', X(args)));
      const { type } = lane;
      const least = type === 'half' || type === 'float' ? LEAST_NORMAL[type] : LEAST_NORMAL.double;
      return binary(
        '&',
        binary('<', size, num(lane, Number.POSITIVE_INFINITY)),
        binary('>=', size, num(lane, least)),
      );
    }),
  ],
  [
    'signbit',
    test(1, (args, { type }) => {
      const bits = type === 'double' ? 'long' : type === 'half' ? 'short' : 'int';
      return binary('<', reinterpret(bits, X(args)), constant(bits, 0));
    }),
  ],
];

/** Returns one result and stores another through its last argument. */
const twoResults =
  (make: (x: Value, lane: Lane) => { readonly result: Value; readonly stored: Value }): Handler =>
  (given: BuiltInCall) => {
    const stored: Value[] = [];
    const result = byLane(1, (args, lane) => {
      const made = make(lane.once(X(args)), lane);
      stored.push(made.stored);
      return lane.once(made.result);
    })(given);
    const { type, address } = accessed(given, 1);
    const second = { type: result.type, lanes: stored };
    store(given.context, { kind: 'memory', type: type.to, address }, second, given.span);
    return result;
  };

/** Mathematics (OpenCL C, sections 6.15.2, 6.15.4 and 6.15.6). */
export const MATHEMATICS: Readonly<Record<string, Handler>> = Object.fromEntries([
  ...PLAIN,
  ...roughly('sqrt rsqrt exp exp2 exp10 log log2 log10 sin cos tan recip divide powr'),
  ...TESTS,
  ['min', byLane(2, (args, { once }) => smaller(once(X(args)), once(X(args, 1))))],
  ['max', byLane(2, (args, { once }) => larger(once(X(args)), once(X(args, 1))))],
  ['clamp', clamp],
  ['mad', byLane(3, (args) => binary('+', binary('*', X(args), X(args, 1)), X(args, 2)))],
  [
    'mix',
    byLane(3, (args, { once }) => {
      const x = once(X(args));
      return binary('+', x, binary('*', binary('-', X(args, 1), x), X(args, 2)));
    }),
  ],
  [
    'step',
    byLane(2, (args, lane) => select(binary('<', X(args, 1), X(args)), num(lane, 0), num(lane, 1))),
  ],
  ['smoothstep', smoothstep],
  ['sign', sign],
  ['degrees', scaled(180 / Math.PI)],
  ['radians', scaled(Math.PI / 180)],
  ['sinpi', turned('sin')],
  ['cospi', turned('cos')],
  ['tanpi', turned('tan')],
  ['asinpi', inTurns('asin')],
  ['acospi', inTurns('acos')],
  ['atanpi', inTurns('atan')],
  ['atan2pi', inTurns('atan2', 2)],
  ['maxmag', byMagnitude('>', 'fmax')],
  ['minmag', byMagnitude('<', 'fmin')],
  [
    'fdim',
    byLane(2, (args, lane) => {
      const [x, y] = [lane.once(X(args)), lane.once(X(args, 1))];
      return select(binary('<=', x, y), num(lane, 0), binary('-', x, y));
    }),
  ],
  ['ilogb', byLane(1, (args) => ({ kind: 'call', type: 'int', name: 'ilogb', args: [X(args)] }))],
  [
    'logb',
    byLane(1, (args, { type }) =>
      convert(type, { kind: 'call', type: 'int', name: 'ilogb', args: [X(args)] }),
    ),
  ],
  ['ldexp', byLane(2, (args, { type }) => call(type, 'ldexp', ...args))],
  ['pown', byLane(2, (args, { type }) => call(type, 'pow', X(args), convert(type, X(args, 1))))],
  [
    'rootn',
    byLane(2, (args, lane) =>
      call(lane.type, 'pow', X(args), binary('/', num(lane, 1), convert(lane.type, X(args, 1)))),
    ),
  ],
  ['nan', byLane(1, (args) => constant(laneOfNan(X(args)), Number.NaN))],
  [
    'fract',
    twoResults((x, lane) => {
      const whole = lane.once(call(lane.type, 'floor', x));
      const rest = binary('-', x, whole);
      const most =
        lane.type === 'double' ? 1 - 2 ** -53 : lane.type === 'half' ? 1 - 2 ** -11 : 1 - 2 ** -24;
      return { result: call(lane.type, 'fmin', rest, num(lane, most)), stored: whole };
    }),
  ],
  [
    'modf',
    twoResults((x, lane) => {
      const whole = lane.once(call(lane.type, 'trunc', x));
      const rest = call(lane.type, 'copysign', binary('-', x, whole), x);
      return { result: rest, stored: whole };
    }),
  ],
  [
    'sincos',
    twoResults((x, { type }) => ({ result: call(type, 'sin', x), stored: call(type, 'cos', x) })),
  ],
  [
    'frexp',
    (given: BuiltInCall) => {
      const exponents: Value[] = [];
      const result = byLane(1, (args, lane) => {
        const x = lane.once(X(args));
        const isZero = binary('==', x, num(lane, 0));
        const exponent = lane.once(
          binary('+', { kind: 'call', type: 'int', name: 'ilogb', args: [x] }, int(1)),
        );
        exponents.push(select(isZero, int(0), exponent));
        return lane.once(select(isZero, x, call(lane.type, 'ldexp', x, unary('-', exponent))));
      })(given);
      const { type, address } = accessed(given, 1);
      const second = { type: type.to, lanes: exponents };
      store(given.context, { kind: 'memory', type: type.to, address }, second, given.span);
      return result;
    },
  ],
]);

const laneOfNan = ({ type }: Value): 'half' | 'float' | 'double' =>
  unsignedOf(type) === 'ulong' ? 'double' : unsignedOf(type) === 'ushort' ? 'half' : 'float';
