import type { InfixOperator } from '../../base/operators.ts';
import { builtinOf } from '../builtins.ts';
import { isFloat, type Scalar, SCALARS } from '../scalar.ts';
import type { Expression } from '../syntax.ts';
import { INT, laneOf, lanesOf, scalarType, targetOf } from '../types.ts';
import { HALVES } from './halves.ts';
import {
  converted,
  entriesOf,
  FLOAT,
  infix,
  inScalar,
  INTEGER_WORDS,
  type Maker,
  named,
  of,
  rounded,
  type Row,
  to,
  toInteger,
} from './rows.ts';
import { typeOfCuda } from './words.ts';

/** CUDA's own functions in the tree's vocabulary, which is that of OpenCL C. */

const loaded: Row = ([at], make) => at && make.unary('*', at);

const stored: Row = ([at, value], make) =>
  at &&
  value &&
  make.typed({
    kind: 'assign',
    operator: '=',
    target: make.unary('*', at),
    value,
    span: make.span,
  });

/** CUDA's fences order what a thread does to all memory. */
const fences = (make: Maker): Expression =>
  make.binary('|', make.name('CLK_LOCAL_MEM_FENCE'), make.name('CLK_GLOBAL_MEM_FENCE'));

const truth = (make: Maker, arg: Expression): Expression =>
  make.cast(INT, make.binary('!=', arg, make.number(0)));

/** All of the arguments, also those that the text leaves out. */
const shuffled =
  (name: string, from: 0 | 1): Row =>
  (args, make) => {
    const [value, lane, width] = args.slice(from);
    const mask = from === 1 ? args[0] : make.mask();
    if (mask === undefined || value === undefined || lane === undefined) return undefined;
    const shuffle = (part: Expression): Expression =>
      make.call(name, [
        make.mask(mask),
        part,
        make.cast(INT, lane),
        width ? make.cast(INT, width) : make.number(make.lanes),
      ]);
    return inParts(value, shuffle, make);
  };

/** Pairs of 16 bits go as one word, and structs member by member. */
function inParts(
  value: Expression,
  shuffle: (part: Expression) => Expression,
  make: Maker,
): Expression {
  const { type } = value;
  if (type?.kind === 'vector' && SCALARS[type.scalar].bytes * type.lanes === 4)
    return make.call(`as_${type.scalar}${type.lanes}`, [shuffle(make.call('as_uint', [value]))]);
  const members = type?.kind === 'struct' ? (type.members ?? []) : [];
  if (members.length === 0 || (members.length > 1 && value.kind !== 'name')) return shuffle(value);
  const parts = members.map(({ name: field }) => {
    const member = make.typed({
      kind: 'member',
      object: value,
      arrow: false,
      field,
      span: make.span,
    });
    return members.length > 1 ? inOnePart(member, shuffle, make) : shuffle(member);
  });
  return type === undefined ? shuffle(value) : make.cast(type, ...parts);
}

/** A member that is a struct of one. */
const inOnePart = (
  member: Expression,
  shuffle: (part: Expression) => Expression,
  make: Maker,
): Expression =>
  member.type?.kind === 'struct' && member.type.members?.length === 1
    ? inParts(member, shuffle, make)
    : shuffle(member);

const voted =
  (name: string, from: 0 | 1): Row =>
  (args, make) => {
    const asked = args[from];
    const mask = from === 1 ? args[0] : make.mask();
    return asked && mask && make.call(name, [make.mask(mask), truth(make, asked)]);
  };

const masked =
  (name: string): Row =>
  ([mask, value], make) =>
    mask && value && make.call(name, [make.mask(mask), value]);

const GROUP: Readonly<Record<string, Row>> = {
  __syncthreads: (_, make) => make.call('barrier', [fences(make)]),
  __syncthreads_count: ([arg], make) =>
    arg && make.call('work_group_reduce_add', [truth(make, arg)]),
  __syncthreads_and: ([arg], make) => arg && make.call('work_group_all', [truth(make, arg)]),
  __syncthreads_or: ([arg], make) => arg && make.call('work_group_any', [truth(make, arg)]),
  __threadfence: (_, make) => make.call('mem_fence', [fences(make)]),
  // Between blocks it orders nothing.
  __threadfence_block: (_, make) => make.call('mem_fence', [make.name('CLK_LOCAL_MEM_FENCE')]),
  __threadfence_system: (_, make) => make.call('mem_fence', [fences(make)]),
  __syncwarp: ([mask], make) => make.call('__syncwarp', [make.mask(mask ?? make.mask())]),
  __shfl_sync: shuffled('__shfl_sync', 1),
  __shfl_up_sync: shuffled('__shfl_up_sync', 1),
  __shfl_down_sync: shuffled('__shfl_down_sync', 1),
  __shfl_xor_sync: shuffled('__shfl_xor_sync', 1),
  __shfl: shuffled('__shfl_sync', 0),
  __shfl_up: shuffled('__shfl_up_sync', 0),
  __shfl_down: shuffled('__shfl_down_sync', 0),
  __shfl_xor: shuffled('__shfl_xor_sync', 0),
  __ballot_sync: voted('__ballot_sync', 1),
  __any_sync: voted('__any_sync', 1),
  __all_sync: voted('__all_sync', 1),
  __ballot: voted('__ballot_sync', 0),
  __any: voted('__any_sync', 0),
  __all: voted('__all_sync', 0),
  __match_any_sync: masked('__match_any_sync'),
  ...Object.fromEntries(
    ['add', 'min', 'max', 'and', 'or', 'xor'].flatMap((by) =>
      [`__reduce_${by}_sync`, `__reduce_whole_${by}_sync`].map((name) => [name, masked(name)]),
    ),
  ),
};

const ATOMIC: Readonly<Record<string, string>> = {
  Add: 'atomic_add',
  Sub: 'atomic_sub',
  Exch: 'atomic_xchg',
  Min: 'atomic_min',
  Max: 'atomic_max',
  And: 'atomic_and',
  Or: 'atomic_or',
  Xor: 'atomic_xor',
  CAS: 'atomic_cmpxchg',
  Inc: 'atomic_inc_to',
  Dec: 'atomic_dec_from',
};

const arithmetic = (name: string, scalar: Scalar, operator: InfixOperator) =>
  rounded(name, (args, make) =>
    infix(operator)(
      args.map((arg) => inScalar(make, arg, scalar)),
      make,
    ),
  );

const CONVERSIONS: readonly (readonly [string, Row])[] = entriesOf(INTEGER_WORDS).flatMap(
  ([word, scalar]) => [
    ...toInteger('float', word, scalar),
    ...toInteger('double', word, scalar),
    ...rounded(`__${word}2float`, to(FLOAT)),
    ...rounded(`__${word}2double`, to(scalarType('double'))),
    [`__${word}2double`, to(scalarType('double'))] as const,
  ],
);

const find: Row = ([x], make) =>
  x &&
  make.choose(
    make.binary('==', x, make.number(0)),
    make.number(0),
    make.binary('+', make.cast(INT, make.call('ctz', [x])), make.number(1)),
  );

const OTHERS: Readonly<Record<string, Row>> = {
  __ldg: loaded,
  __ldca: loaded,
  __ldcs: loaded,
  __ldcg: loaded,
  __ldlu: loaded,
  __ldcv: loaded,
  __stcs: stored,
  __stcg: stored,
  __stwb: stored,
  __stwt: stored,
  abs: ([x], make) => {
    if (x?.type === undefined) return undefined;
    return isFloat(laneOf(x.type))
      ? make.call('fabs', [x])
      : make.cast(x.type, make.call('abs', [x]));
  },
  labs: ([x], make) => x && make.cast(scalarType('long'), make.call('abs', [x])),
  llabs: ([x], make) => x && make.cast(scalarType('long'), make.call('abs', [x])),
  __popc: converted('popcount', 'uint'),
  __popcll: converted('popcount', 'ulong'),
  __clz: converted('clz', 'int'),
  __clzll: converted('clz', 'long'),
  __ffs: find,
  __ffsll: find,
  __mul24: named('mul24'),
  __umul24: named('mul24'),
  __mulhi: of('int', 'mul_hi'),
  __umulhi: of('uint', 'mul_hi'),
  __mul64hi: of('long', 'mul_hi'),
  __umul64hi: of('ulong', 'mul_hi'),
  __hadd: named('hadd'),
  __rhadd: of('int', 'rhadd'),
  __uhadd: of('uint', 'hadd'),
  __urhadd: of('uint', 'rhadd'),
  __sad: ([x, y, z], make) => x && y && z && make.binary('+', make.call('abs_diff', [x, y]), z),
  __float_as_int: converted('as_int', 'float'),
  __float_as_uint: converted('as_uint', 'float'),
  __int_as_float: converted('as_float', 'int'),
  __uint_as_float: converted('as_float', 'uint'),
  __double_as_longlong: converted('as_long', 'double'),
  __longlong_as_double: converted('as_double', 'long'),
  __expf: of('float', 'native_exp'),
  __exp10f: of('float', 'native_exp10'),
  __logf: of('float', 'native_log'),
  __log2f: of('float', 'native_log2'),
  __log10f: of('float', 'native_log10'),
  __sinf: of('float', 'native_sin'),
  __cosf: of('float', 'native_cos'),
  __tanf: of('float', 'native_tan'),
  __powf: of('float', 'native_powr'),
  __fdividef: of('float', 'native_divide'),
  __saturatef: ([x], make) =>
    x && make.call('clamp', [x, make.number('0.0f'), make.number('1.0f')]),
  ...Object.fromEntries([
    ...arithmetic('__fadd', 'float', '+'),
    ...arithmetic('__fsub', 'float', '-'),
    ...arithmetic('__fmul', 'float', '*'),
    ...arithmetic('__fdiv', 'float', '/'),
    ...arithmetic('__dadd', 'double', '+'),
    ...arithmetic('__dsub', 'double', '-'),
    ...arithmetic('__dmul', 'double', '*'),
    ...arithmetic('__ddiv', 'double', '/'),
    ...rounded('__fmaf', of('float', 'fma')),
    ...rounded('__fma', of('double', 'fma')),
    ...rounded('__fsqrt', of('float', 'sqrt')),
    ...rounded('__dsqrt', of('double', 'sqrt')),
    ...rounded('__frsqrt', of('float', 'rsqrt')),
    ...rounded('__frcp', ([x], make) => x && make.binary('/', make.number('1.0f'), x)),
    ...CONVERSIONS,
  ]),
};

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Functions that CUDA's headers declare beside C's. */
export const CUDA_FUNCTIONS: readonly string[] = [
  ...[GROUP, HALVES, OTHERS].flatMap((table) => Object.keys(table)),
  ...Object.keys(ATOMIC).map((operation) => `atomic${operation}`),
];

/** Also those of PyTorch and of HIP, which add alike. */
const ATOMIC_NAME =
  /^(?:atomic|(?:gpu|unsafe|safe)Atomic)([A-Z][A-Za-z]*?)(?:_block|_system|NoReturn)?$/;

/** A call of a function that CUDA's headers declare; undefined for others. */
export function callOfCuda(
  name: string,
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const [, operation = ''] = ATOMIC_NAME.exec(name) ?? [];
  const atomic = own(ATOMIC, operation);
  if (atomic !== undefined) {
    const target = targetOf(args[0]?.type);
    const isReal = target?.kind === 'scalar' && isFloat(target.scalar);
    const isOfBlock = name.endsWith('_block');
    const named =
      isReal || isOfBlock ? /^atomic_(add|sub|min|max|and|or|xor)$/.exec(atomic)?.[1] : undefined;
    if (!named) return make.call(isOfBlock ? `${atomic}_block` : atomic, args);
    // CUDA's atomics order nothing else.
    return make.call(`atomic_fetch_${named}_explicit`, [
      ...args,
      make.name('memory_order_relaxed'),
      ...(isOfBlock ? [make.name('memory_scope_work_group')] : []),
    ]);
  }
  if (/^nanf?$/.test(name))
    return make.cast(scalarType(name === 'nan' ? 'double' : 'float'), make.name('NAN'));
  if (name === '__hadd' && !isHalf(args[0])) return make.call('hadd', args);
  const row = own(HALVES, name) ?? own(GROUP, name) ?? own(OTHERS, name);
  if (row !== undefined) return row(args, make);
  const [, vector = ''] = /^make_(\w+)$/.exec(name) ?? [];
  const made = typeOfCuda(vector);
  if (made !== undefined) return make.cast(made, ...args);
  return sineAndCosine(name, args, make) ?? mathematics(name, args, make);
}

const isHalf = (arg: Expression | undefined): boolean =>
  arg?.type !== undefined && laneOf(arg.type) === 'half';

/** `sincosf(x, &s, &c)`, `sincospi` and the like: two stores. */
function sineAndCosine(
  name: string,
  [angle, ...targets]: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const [found, native, pi = '', isFloatName] = /^(__)?sincos(pi)?(f)?$/.exec(name) ?? [];
  if (found === undefined || angle === undefined || targets.length !== 2) return undefined;
  const x = inScalar(make, angle, isFloatName ? 'float' : 'double');
  const prefix = native ? 'native_' : '';
  const items = targets.map((target, i) =>
    make.typed({
      kind: 'assign',
      operator: '=',
      target: make.unary('*', target),
      value: make.call(`${prefix}${i === 0 ? 'sin' : 'cos'}${pi}`, [x]),
      span: make.span,
    }),
  );
  return make.typed({ kind: 'list', items, comma: true, span: make.span });
}

/** C's own functions: `sinf` takes and gives a `float`, `sin` of an `int` a `double`. */
function mathematics(
  name: string,
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const isFloatName = name.endsWith('f') && takesFloats(name.slice(0, -1));
  if (isFloatName) {
    const plain = name.slice(0, -1);
    const values = args.map((arg, i) =>
      i === 0 || !/^(ldexp|frexp|modf|remquo)$/.test(plain) ? inScalar(make, arg, 'float') : arg,
    );
    return make.call(plain, values);
  }
  if (!takesFloats(name) || !args.every(({ type }) => type && lanesOf(type) === 1))
    return undefined;
  const isWhole = args.every(({ type }) => type && !isFloat(laneOf(type)));
  return isWhole ? of('double', name)(args, make) : undefined;
}

const takesFloats = (name: string): boolean => /\bfloatn\b/.test(builtinOf(name)?.signature ?? '');
