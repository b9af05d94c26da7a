import { readFileSync } from 'node:fs';
import { kernelFiles } from '../kernel-files.ts';
import { WRONGS } from '../verdicts/verdict-case.ts';

/** Faults that only warps have: a shuffle that reads a lane which is not there, and trust in lanes' being in step. */
export const CUDA_KNOWN = ['right', ...WRONGS, 'inactive-lane', 'lockstep'] as const;
export type CudaKnown = (typeof CUDA_KNOWN)[number];

/** A CUDA text whose verdict is known. */
export interface CudaCase {
  /** The file's, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly known: CudaKnown;
  /** `KERNEL: BLOCKS of THREADS, COUNT bytes; array[length], scalar = value`, in the order of the host's. */
  readonly launches: readonly string[];
  /** Order between blocks comes from fences and atomics, which the native runs do not follow. */
  readonly fenced: boolean;
  /** The tuning parameters, of which one configuration is run. */
  readonly values: Readonly<Record<string, number>>;
  /** Lines that end in `// !`, from 1. */
  readonly marked: readonly number[];
}

/** A text with a kernel that is refused, and for what. */
export interface RefusedCase {
  readonly name: string;
  readonly text: string;
  readonly reason: string;
  readonly line: number;
}

const linesOf = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, index) => (line.endsWith('// !') ? [index + 1] : []));

/** Reads `// TITLE: KNOWN` or `// TITLE: KNOWN; fenced`, and the lines `// launch ...` and `// with NAME = VALUE, ...`
 * below it. */
function cudaCase({ name, text }: { readonly name: string; readonly text: string }): CudaCase {
  const [, title = '', word = '', fenced] = /^\/\/ (.+): ([\w-]+)(; fenced)?\n/.exec(text) ?? [];
  const known = CUDA_KNOWN.find((each) => each === word);
  if (known === undefined) throw new Error(`${name}: ${word} is no verdict`);
  const launches = [...text.matchAll(/^\/\/ launch (.*)$/gm)].map(([, launch = '']) => launch);
  const stated = /^\/\/ with (.*)$/m.exec(text)?.[1]?.split(', ') ?? [];
  const values = Object.fromEntries(
    stated.map((each) => each.split(' = ')).map(([word, value]) => [word, Number(value)]),
  );
  const marked = linesOf(text);
  return { name, title, text, known, launches, values, fenced: fenced !== undefined, marked };
}

/** CUDA C++ in the manner of tutorials, samples and libraries: each way of writing right, and wrong. */
export const CUDA_CASES: readonly CudaCase[] = kernelFiles(
  new URL('kernels/', import.meta.url),
  '.cu',
).map(cudaCase);

/** A whole program, with what surrounds kernels where they are published. */
export type CudaProgram = Pick<CudaCase, 'name' | 'title' | 'text' | 'known' | 'marked'>;

/** CUDA C++ as benchmarks, courses and extensions of libraries have it, with its host's code. */
export const CUDA_PROGRAMS: readonly CudaProgram[] = kernelFiles(
  new URL('programs/', import.meta.url),
  '.cu',
).map(cudaCase);

/** The examples of the page. */
export const CUDA_EXAMPLES = kernelFiles(
  new URL('../../../examples/cuda/', import.meta.url),
  '.cu',
);

/** Reads `// TITLE: refused REASON`; the place is marked, and a kernel `copy` beside it is right. */
export const REFUSED_CASES: readonly RefusedCase[] = kernelFiles(
  new URL('refused/', import.meta.url),
  '.cu',
).map(({ name, text }) => {
  const reason = /^\/\/ .+: refused (.+)\n/.exec(text)?.[1];
  const line = linesOf(text)[0];
  if (reason === undefined || line === undefined)
    throw new Error(`${name} does not say what is refused`);
  return { name, text, reason, line };
});

/** An OpenCL text and the same in CUDA: names, pragmas and lines of work are equal. */
export interface Twins {
  readonly name: string;
  readonly opencl: string;
  readonly cuda: string;
}

const OPENCL = {
  corpus: new URL('../corpus/kernels/', import.meta.url),
  example: new URL('../../../examples/', import.meta.url),
};

/** Threads return before a barrier: OpenCL forbids it, CUDA does not count them. */
export const RIGHT_IN_CUDA: ReadonlySet<string> = new Set(['example_divergent']);

/** `NAME.cu` retypes a kernel of the corpus, `example_NAME.cu` an example. */
export const TWINS: readonly Twins[] = kernelFiles(new URL('twins/', import.meta.url), '.cu').map(
  ({ name, text }) => {
    const [, example] = /^example_(.*)$/.exec(name) ?? [];
    const file =
      example === undefined
        ? new URL(`${name}.cl`, OPENCL.corpus)
        : new URL(`${example}.cl`, OPENCL.example);
    return { name, opencl: readFileSync(file, 'utf8'), cuda: text };
  },
);
