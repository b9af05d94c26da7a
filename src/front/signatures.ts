import { builtinOf } from './builtins.ts';
import { common, maskOf, promoted, unsignedOf } from './conversions.ts';
import { isFloat, type Scalar, SCALARS } from './scalar.ts';
import {
  builtInType,
  type CType,
  laneOf,
  lanesOf,
  scalarType,
  targetOf,
  vectorType,
} from './types.ts';

/** What a call of a built-in function makes of its arguments, and returns: undefined where any will
 * do, or the text does not tell. */
export interface CallTypes<L> {
  readonly takes: readonly (CType<L> | undefined)[];
  readonly returns: CType<L> | undefined;
}

/** Types of a call, as the words of the function's signature mean them; undefined for names that
 * OpenCL does not define. */
export function callTypes<L>(
  name: string,
  args: readonly (CType<L> | undefined)[],
): CallTypes<L> | undefined {
  const builtin = builtinOf(name);
  if (builtin === undefined) return undefined;
  const { returns, takes } = wordsOf(name, builtin.signature);
  const call: Call<L> = { name, args, ...genericOf(takes, args) };
  const same = returns === 'T *' ? args[0] : undefined;
  return {
    returns: same ?? meaning(returns, call),
    takes: takes.map((word) => meaning(word, call)),
  };
}

/** The first two words of a signature's parts: `const gentype *from` is `gentype *`. */
function wordsOf(name: string, signature: string) {
  const [, returns = '', list = ''] =
    new RegExp(`^(.*?)\\s*\\b${name}\\((.*)\\)$`).exec(signature) ?? [];
  const wordOf = (part: string): string => {
    const [word = ''] = part
      .replaceAll(/\b(const|volatile|__global)\b/g, '')
      .trim()
      .split(/\s/);
    return part.includes('*') ? `${word} *` : word;
  };
  return { returns, takes: list.split(',').map(wordOf) };
}

interface Call<L> {
  readonly name: string;
  readonly args: readonly (CType<L> | undefined)[];
  /** What all generic arguments become: the vector among them, or the scalars' common type. */
  readonly lane: Scalar | undefined;
  readonly lanes: number;
}

const GENERIC = /^(gentype|igentype|floatn|int32n|float32n)$/;

function genericOf<L>(
  takes: readonly string[],
  args: readonly (CType<L> | undefined)[],
): { readonly lane: Scalar | undefined; readonly lanes: number } {
  const own = args.filter((_, i) => GENERIC.test(takes[i] ?? ''));
  const given = own.length > 0 ? own : args.slice(0, 1);
  const types = given.flatMap((type) =>
    type?.kind === 'scalar' || type?.kind === 'vector' ? [type] : [],
  );
  const [first] = types;
  if (first === undefined || types.length < given.length) return { lane: undefined, lanes: 1 };
  const vector = types.find(({ kind }) => kind === 'vector') ?? first;
  const isOne = vector.kind === 'vector' || types.every(({ scalar }) => scalar === first.scalar);
  const lane = isOne ? vector.scalar : types.map(laneOf).reduce((a, b) => common(a, b));
  return { lane, lanes: lanesOf(vector) };
}

/** Narrow integers stay as they are in all but the functions of 32 bits. */
const LANES: Readonly<Record<string, (lane: Scalar) => Scalar>> = {
  gentype: (lane) => lane,
  igentype: (lane) => lane,
  /** `int` or `uint`. */
  int32n: (lane) => promoted(lane),
  float32n: () => 'float',
  floatn: (lane) => (isFloat(lane) ? lane : 'float'),
  intn: () => 'int',
  ugentype: unsignedOf,
  /** The fractional numbers that are as wide. */
  fgentype: (lane) =>
    (({ 1: 'float', 2: 'half', 4: 'float', 8: 'double' }) as const)[SCALARS[lane].bytes],
  /** The integers that are twice as wide. */
  widen: (lane) => {
    const wide = ({ 1: 'short', 2: 'int', 4: 'long', 8: 'long' } as const)[SCALARS[lane].bytes];
    return SCALARS[lane].kind === 'unsigned' ? unsignedOf(wide) : wide;
  },
};

function meaning<L>(word: string, { name, args, lane, lanes }: Call<L>): CType<L> | undefined {
  const own = Object.hasOwn(LANES, word) ? LANES[word] : undefined;
  if (own !== undefined) return lane && vectorType(own(lane), lanes);
  const [first] = args;
  const last = args.at(-1);
  switch (word) {
    // A test of scalars is an `int`, of vectors a mask.
    case 'truthn':
      return lane && (lanes === 1 ? scalarType('int') : vectorType(maskOf(lane), lanes));
    case 'lane':
      return lane && scalarType(isFloat(lane) ? lane : 'float');
    // What an atomic object holds.
    case 'C':
    case 'M':
      return targetOf(first);
    // As many lanes as the name says, or as the mask has.
    case 'gentypeN': {
      const target = targetOf(last);
      return target && vectorType(laneOf(target), lanesIn(name));
    }
    case 'floatN':
      return vectorType('float', lanesIn(name));
    case 'gentypen':
      return first && last && vectorType(laneOf(first), lanesOf(last));
    case 'TYPE':
      return builtInType(/_([a-z]+\d*)/.exec(name)?.[1] ?? '');
    // One bit for each lane of a warp.
    case 'mask':
      return scalarType(first?.kind === 'scalar' && first.scalar === 'ulong' ? 'ulong' : 'uint');
    // It may be left out.
    case 'sampler_t':
      return undefined;
    default:
      return builtInType(word);
  }
}

/** The number at the end of `vload4` and `vstore_half4_rte`. */
const lanesIn = (name: string): number => Number(/(?:2|3|4|8|16)(?=_rt|$)/.exec(name)?.[0] ?? 1);
