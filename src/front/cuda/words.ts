import type { Span } from '../../base/span.ts';
import { blankComments, blanked } from '../lexer.ts';
import { type Language, type LanguageWords, WORDS_OF } from '../language.ts';
import { builtInType, scalarType, type StructType, type CType, VOID } from '../types.ts';
import type { Scalar } from '../scalar.ts';

const WORDS =
  /\b(?:__(?:global|device|host|shared|forceinline|launch_bounds)__|(?:thread|block)Idx|(?:block|grid)Dim|__sync(?:threads|warp)|hipLaunchKernelGGL|make_(?:float|int|uint|double)[234])\b|<<</;

const OPENCL = /\b(?:__kernel\b|kernel\s+void\b|get_(?:global|local|group)_id\b)/;

/** HIP is read as CUDA, whose words it shares. */
export function languageOf(source: string): Language {
  if (!WORDS.test(source)) return 'opencl';
  const clean = blankComments(source).text;
  return WORDS.test(clean) && !OPENCL.test(clean) ? 'cuda' : 'opencl';
}

/** The words of a text's language. */
export const wordsOf = (source: string): LanguageWords => WORDS_OF[languageOf(source)];

const ATTRIBUTE =
  /\b(?:__(?:align|attribute)__|alignas)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const OF_LAMBDA = /(?<=\]\s*)(?:__(?:device|host)__\s*)+(?=[({])/g;
const ATTRIBUTES = /\[\[[^[\]]*\]\]/g;
/** Assembly without an instruction matters to the compiler alone. */
const OTHERS =
  /\b_Pragma\s*\(\s*"[^"]*"\s*\)|\b(?:asm|__asm__)\s*(?:(?:volatile|__volatile__)\s*)?\(\s*""\s*(?::[^;{}]*)?\)(?=\s*;)|\b(?:__restrict|__inline__|__inline|__maxnreg__\s*\([^()]*\)|__cluster_dims__\s*\([^()]*\))(?!\w)/g;

const DECLARED =
  /\b(?:struct|class|typename|enum|union|using)\s+(\w+)|\btypedef\b[^;{}]*?(\w+)\s*;/g;
const NAME_ALONE =
  /(?<=[-+*/%&|^<>=!?:,(;[{]\s*|\breturn\s+)\(\s*([A-Za-z_]\w*)\s*\)(?=\s*[-+*&])/g;

/** Names called with types: `static_cast<float>(x) + 1`. */
const WITH_TYPES = /\w\s*<(?:[\w\s:*,<>]|&(?!&))*>\s*$/;

/** Blanks words that the grammar does not know and that change no value. */
export function blankWords(text: string): string {
  const pieces = [ATTRIBUTE, OF_LAMBDA, ATTRIBUTES, OTHERS].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
    })),
  );
  return blanked(
    text,
    [...pieces, ...parenthesesIn(text)].toSorted((a, b) => a.start - b.start),
  );
}

/** Those around a variable that the grammar would take for a type: `(x) - (y)`. */
function parenthesesIn(code: string): readonly Span[] {
  const types = new Set([...code.matchAll(DECLARED)].map(([, tag, alias]) => tag ?? alias));
  return [...code.matchAll(NAME_ALONE)].flatMap(({ 0: found, 1: name = '', index }) => {
    if (types.has(name) || (builtInType(name) ?? typeOfCuda(name))) return [];
    if (code[index - 1] === '>' && WITH_TYPES.test(code.slice(Math.max(0, index - 200), index)))
      return [];
    const end = index + found.length;
    return [
      { start: index, end: index + 1 },
      { start: end - 1, end },
    ];
  });
}

const LANES: Readonly<Record<string, Scalar>> = {
  char: 'char',
  uchar: 'uchar',
  short: 'short',
  ushort: 'ushort',
  int: 'int',
  uint: 'uint',
  long: 'long',
  ulong: 'ulong',
  longlong: 'long',
  ulonglong: 'ulong',
  float: 'float',
  double: 'double',
};

const OWN: Readonly<Record<string, CType<never>>> = {
  __half: scalarType('half'),
  half: scalarType('half'),
  __half2: { kind: 'vector', scalar: 'half', lanes: 2 },
  half2: { kind: 'vector', scalar: 'half', lanes: 2 },
  'long long': scalarType('long'),
  cudaError_t: scalarType('int'),
  clock_t: scalarType('long'),
  void: VOID,
};

const members = (scalar: Scalar, lanes: number) =>
  Array.from('xyzw'.slice(0, lanes), (name) => ({ name, type: scalarType(scalar) }));

const structs = new Map<string, StructType<never>>();

/** Vectors of one and three elements lie in memory without a gap, so they are structs. */
function packedVector(name: string, scalar: Scalar, lanes: number): StructType<never> {
  const known = structs.get(name);
  if (known !== undefined) return known;
  const made = { kind: 'struct', name, union: false, packed: false } as const;
  const struct = { ...made, members: members(scalar, lanes) };
  structs.set(name, struct);
  return struct;
}

/** Types of CUDA's headers, besides C's (CUDA C++ Programming Guide, "Built-in Vector Types"). */
export function typeOfCuda(name: string): CType<never> | undefined {
  if (name === 'dim3') return packedVector('uint3', 'uint', 3);
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own !== undefined) return own;
  const [, lane = '', count = ''] = /^(u?[a-z]+)([1-4])$/.exec(name) ?? [];
  const scalar = Object.hasOwn(LANES, lane) ? LANES[lane] : undefined;
  if (scalar === undefined) return undefined;
  const lanes = Number(count);
  return lanes === 2 || lanes === 4
    ? { kind: 'vector', scalar, lanes }
    : packedVector(name, scalar, lanes);
}
