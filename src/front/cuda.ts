import type { Diagnostic } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { blankComments } from './lexer.ts';

/** A CUDA word, and its OpenCL C replacement. */
export interface CudaWord {
  readonly span: Span;
  /** CUDA's own spelling: `threadIdx.x`. */
  readonly written: string;
  readonly replacement: string;
}

const AXES: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2 };
const INDICES: Readonly<Record<string, string>> = {
  threadIdx: 'get_local_id',
  blockIdx: 'get_group_id',
  blockDim: 'get_local_size',
  gridDim: 'get_num_groups',
};
const WORDS: Readonly<Record<string, string>> = {
  __global__: '__kernel',
  __device__: '',
  __host__: '',
  __shared__: '__local',
  __constant__: '__constant',
  __restrict__: 'restrict',
  __forceinline__: 'inline',
  __noinline__: '',
  nullptr: 'NULL',
  __half: 'half',
};
/** OpenCL C's names for functions with the same arguments. */
const CALLS: Readonly<Record<string, string>> = {
  atomicAdd: 'atomic_add',
  atomicSub: 'atomic_sub',
  atomicExch: 'atomic_xchg',
  atomicMin: 'atomic_min',
  atomicMax: 'atomic_max',
  atomicAnd: 'atomic_and',
  atomicOr: 'atomic_or',
  atomicXor: 'atomic_xor',
  atomicCAS: 'atomic_cmpxchg',
  __popc: 'popcount',
  __clz: 'clz',
  __mul24: 'mul24',
  __fdividef: 'native_divide',
  __fmaf_rn: 'fma',
  __ldg: '*',
  rsqrtf: 'rsqrt',
  fmaf: 'fma',
  fmodf: 'fmod',
  fabsf: 'fabs',
  fminf: 'fmin',
  fmaxf: 'fmax',
  powf: 'pow',
  sqrtf: 'sqrt',
  expf: 'exp',
  logf: 'log',
  sinf: 'sin',
  cosf: 'cos',
  tanf: 'tan',
  floorf: 'floor',
  ceilf: 'ceil',
  __expf: 'native_exp',
  __logf: 'native_log',
  __sinf: 'native_sin',
  __cosf: 'native_cos',
  __powf: 'native_powr',
  tanhf: 'tanh',
  roundf: 'round',
  truncf: 'trunc',
};
/** Whole calls. */
const STATEMENTS: Readonly<Record<string, string>> = {
  __syncthreads: 'barrier(CLK_LOCAL_MEM_FENCE)',
  __threadfence_block: 'mem_fence(CLK_LOCAL_MEM_FENCE)',
  __threadfence: 'mem_fence(CLK_GLOBAL_MEM_FENCE)',
};

const alternatives = (table: object): string => Object.keys(table).join('|');
/** A place of three: `threadIdx.x`. */
const place = (name: string, axis: string): string => `\\b${name}\\s*\\.\\s*${axis}\\b`;
const GLOBAL_INDEX = [
  `${place('blockIdx', '(?<first>[xyz])')}\\s*\\*\\s*${place('blockDim', '\\k<first>')}\\s*\\+\\s*${place('threadIdx', '\\k<first>')}`,
  `${place('threadIdx', '(?<second>[xyz])')}\\s*\\+\\s*${place('blockIdx', '\\k<second>')}\\s*\\*\\s*${place('blockDim', '\\k<second>')}`,
].join('|');
/** Shared memory sized by the host: `extern __shared__ float tile[];`. */
const DYNAMIC = String.raw`(?<dynamic>\bextern\s+__shared__\s+(?:__align__\s*\(\s*\w+\s*\)\s*)?(?<element>[\w\s]+?)\s+(?<array>\w+)\s*\[\s*\]\s*;)`;
const PATTERN = new RegExp(
  [
    `(?<item>${GLOBAL_INDEX})`,
    DYNAMIC,
    `\\b(?<index>${alternatives(INDICES)})\\s*\\.\\s*(?<axis>[xyz])\\b`,
    `\\b(?<word>${alternatives(WORDS)})\\b`,
    `\\b(?<statement>${alternatives(STATEMENTS)})\\s*\\(\\s*\\)`,
    `\\b(?<call>${alternatives(CALLS)})(?=\\s*\\()`,
    '\\bmake_(?<vector>(?:u?(?:char|short|int|long)|float|double)[234])(?=\\s*\\()',
    '\\bstd\\s*::\\s*(?<std>\\w+)',
    '(?<linkage>\\bextern\\s+"C"\\s+(?!\\{))',
    '(?<bounds>\\b__launch_bounds__\\s*\\([^()]*\\))',
    '\\bstatic_cast\\s*<\\s*(?<cast>[\\w ]+?)\\s*>(?=\\s*\\()',
    '(?<header>^[^\\S\\n]*#[^\\S\\n]*include[^\\S\\n]*[<"]cuda[^\\n]*)',
  ].join('|'),
  'gm',
);

const replacementOf = (groups: Readonly<Record<string, string | undefined>>, text: string) => {
  const { item, index, axis, word, statement, call, vector, std, cast } = groups;
  const of = (letter: string): string => `(${AXES[letter] ?? 0})`;
  if (item !== undefined) return `get_global_id${of(/\.\s*([xyz])/.exec(item)?.[1] ?? 'x')}`;
  if (index !== undefined) return `${INDICES[index] ?? ''}${of(axis ?? 'x')}`;
  if (word !== undefined) return WORDS[word] ?? '';
  if (statement !== undefined) return STATEMENTS[statement] ?? '';
  if (call !== undefined) return CALLS[call] ?? text;
  if (vector !== undefined) return `(${vector})`;
  if (cast !== undefined) return `(${cast})`;
  return std ?? '';
};

/** Certainly CUDA; C's mathematics, which some write in OpenCL too, is replaced along with these. */
const SURE =
  /^(extern\s+__shared__|threadIdx|blockIdx|blockDim|gridDim|__global__|__device__|__shared__|__syncthreads|make_|atomic[A-Z]|__launch|#|__host__)/;

/** CUDA words in text order; none where nothing is CUDA beyond doubt. */
export function cudaWords(source: string): readonly CudaWord[] {
  if (!/threadIdx|blockIdx|blockDim|gridDim|__\w+__|__syncthreads|atomic[A-Z]|make_/.test(source))
    return [];
  const clean = blankComments(source).text;
  const words = [...clean.matchAll(PATTERN)].map(({ 0: written, index, groups = {} }): CudaWord => {
    const replacement = replacementOf(groups, written);
    // A removed word takes the blank behind it along.
    const blank =
      replacement === ''
        ? (/^[^\S\n]*/.exec(clean.slice(index + written.length))?.[0].length ?? 0)
        : 0;
    return { span: { start: index, end: index + written.length + blank }, written, replacement };
  });
  return words.some(({ written }) => SURE.test(written.trim())) ? words : [];
}

/** An array sized by the host is a kernel argument in OpenCL C: of the kernel around it, or of those
 * that mention it. */
function dynamicArguments(clean: string): readonly CudaWord[] {
  const kernels = [...clean.matchAll(KERNEL)].map(({ 0: head, 1: list = '', index }, at, all) => ({
    start: index,
    /** Before the bracket that closes the list. */
    close: index + head.length - 1,
    isEmpty: /^\s*(void\s*)?$/.test(list),
    list,
    body: clean.slice(index + head.length, all[at + 1]?.index),
  }));
  return [...clean.matchAll(new RegExp(DYNAMIC, 'g'))].flatMap(({ index, groups = {} }) => {
    const { element = '', array = '' } = groups;
    const inside =
      clean.slice(0, index).split('{').length > clean.slice(0, index).split('}').length;
    const mention = new RegExp(`\\b${array}\\b`);
    const own = kernels.findLast(({ start }) => start < index);
    const users = inside ? (own ? [own] : []) : kernels.filter(({ body }) => mention.test(body));
    return users.map(({ close, isEmpty, list }): CudaWord => {
      const start = isEmpty ? close - list.length : close;
      const argument = `__local ${element.trim().replace(/\s+/g, ' ')} *${array}`;
      return {
        span: { start, end: close },
        written: isEmpty ? list : '',
        replacement: isEmpty ? argument : `, ${argument}`,
      };
    });
  });
}

/** A kernel's head, to the bracket closing its parameters. */
const KERNEL = /\b__global__\b[^;{}]*?\b(?!__launch_bounds__)\w+\s*\(([^(){};]*)\)/g;

/** Edits from CUDA to OpenCL C: its words, `__global` for pointer arguments, and arguments for
 * arrays the host sizes. */
export function cudaEdits(source: string): readonly CudaWord[] {
  const words = cudaWords(source);
  const clean = blankComments(source).text;
  const pointers = [...clean.matchAll(KERNEL)].flatMap(({ 0: whole, 1: list = '', index }) => {
    let at = index + whole.length - 1 - list.length;
    return list.split(',').flatMap((parameter): CudaWord[] => {
      const start = at + (/^\s*/.exec(parameter)?.[0].length ?? 0);
      at += parameter.length + 1;
      if (!parameter.includes('*') || /\b(__)?(global|local|constant)\b/.test(parameter)) return [];
      return [{ span: { start, end: start }, written: '', replacement: '__global ' }];
    });
  });
  return [...words, ...pointers, ...dynamicArguments(clean)].toSorted(
    (a, b) => a.span.start - b.span.start,
  );
}

/** Declares an array that the host sizes. */
export const isDynamicArray = ({ written }: Pick<CudaWord, 'written'>): boolean =>
  /^extern\s+__shared__/.test(written);

/** Replaces the C parser's errors for a CUDA text: each word once, with its meaning here. */
export function inWordsOfCuda(
  source: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isError = diagnostics.some(({ severity }) => severity === 'error');
  const words = isError ? cudaWords(source) : [];
  if (words.length === 0) return diagnostics;
  const said = new Set<string>();
  const told = words.flatMap(({ span, written, replacement }): Diagnostic[] => {
    const name = written.replace(/\s+/g, ' ').trim();
    if (said.has(name) || !SURE.test(name)) return [];
    said.add(name);
    const instead = isDynamicArray({ written: name })
      ? 'is an argument of the kernel in OpenCL C, __local and a pointer'
      : replacement === ''
        ? 'is left out in OpenCL C'
        : `is ${replacement.trim()} in OpenCL C`;
    return [
      {
        severity: 'error',
        code: 'cuda',
        span,
        message: `This is CUDA: ${name} ${instead}.`,
        hint: 'One fix translates all words of CUDA in the text.',
      },
    ];
  });
  // Words that are not C cause all other errors; a barrier that is none is no place for a pragma.
  const rest = diagnostics.filter(({ severity }) => severity !== 'error');
  return [...told, ...rest];
}
