import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { cppOf, type NativeUnit } from './cpp-text.ts';
import { cudaOf } from './cuda-text.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const MOST_OUTPUT = 2 ** 28;

const REPORT = v.object({
  unit: v.string(),
  findings: v.array(v.object({ kind: v.string(), pc: v.string(), array: v.string() })),
  sameValue: v.boolean(),
  result: v.string(),
  launches: v.optional(v.array(v.string())),
  ordersAgree: v.optional(v.boolean()),
  arrays: v.optional(v.record(v.string(), v.string())),
  memory: v.optional(v.array(v.tuple([v.string(), v.string()]))),
  groups: v.optional(v.array(v.array(v.array(v.tuple([v.number(), v.number()]))))),
});

/** A compiled kernel's behaviour. */
export interface NativeReport {
  readonly unit: string;
  readonly findings: readonly {
    readonly kind: string;
    /** Kernel line, from 1; undefined if about the whole. */
    readonly line: number | undefined;
    readonly array: string;
  }[];
  /** Unordered writes of one value to one place. */
  readonly sameValue: boolean;
  /** CUDA: `KERNEL: BLOCKS of THREADS, COUNT bytes; array[length], scalar = value`. */
  readonly launches?: readonly string[] | undefined;
  /** Asked for by `arrays`: bytes in hexadecimal, by name, and if all orders left the same. */
  readonly arrays?: Readonly<Record<string, string>> | undefined;
  readonly ordersAgree?: boolean | undefined;
  /** Of each input, the bytes of its arrays before and after, as hexadecimal digits. */
  readonly memory?: readonly (readonly [before: string, after: string])[] | undefined;
  /** Global and local accesses by group, item and region. */
  readonly groups?: readonly (readonly (readonly (readonly [number, number])[])[])[] | undefined;
}

const BOUNDS = '-fsanitize=thread,bounds';

const LANGUAGES = {
  // Compilers skip const reads; they still count as accesses.
  opencl: { head: '#include "opencl.hpp"\n#define const', cpp: cppOf, options: [BOUNDS] },
  // No read is folded away; vectors are not taken.
  openclRead: {
    head: '#define EVERY_READ\n#include "opencl.hpp"\n#define const',
    cpp: cppOf,
    options: [BOUNDS, '-fpermissive'],
  },
  // Constants size arrays here: a const table is not watched.
  cuda: { head: '#include "cuda.hpp"', cpp: cudaOf, options: ['-fsanitize=thread'] },
  // Private arrays as well, by the bounds of their rows, and the last members of structs.
  cudaPrivate: { head: '#include "cuda.hpp"', cpp: cudaOf, options: [`${BOUNDS}-strict`] },
} as const;

export interface JudgeOptions {
  readonly inputs?: number;
  readonly counts?: boolean;
  readonly arrays?: boolean;
  readonly lockstep?: boolean;
  readonly memory?: boolean;
  /** Lines of code that an item may take. */
  readonly limit?: number;
}

/** Kernels compiled by the machine's own C++ compiler. */
export interface NativeKernels {
  /** Runs units on fibers in several orders and judges every access; `counts` runs once and counts, `arrays` tells
   * what is in global memory in the end, `lockstep` takes lanes of a warp to be in step. */
  judge(
    units: readonly string[],
    options?: JudgeOptions,
  ): Promise<ReadonlyMap<string, NativeReport>>;
  /** ThreadSanitizer's verdict with a thread per work-item. */
  racesByThreadSanitizer(unit: string): Promise<boolean>;
  dispose(): void;
}

/** The runtimes' object files, compiled once for all kernels of this process. */
const runtimes = new Map<string, Promise<string>>();

const runtime = (compiler: string, name: 'counting' | 'threads', options: readonly string[]) => {
  const kept = runtimes.get(name);
  if (kept !== undefined) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'overtime-runtime-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, `${name}.o`);
  const made = run(compiler, [...options, '-c', join(here, `${name}.cpp`), '-o', file]);
  const promise = made.then(() => file);
  runtimes.set(name, promise);
  return promise;
};

/** @throws without a C++ compiler (not optional), or if a kernel does not compile. */
export async function compileKernels(
  units: readonly NativeUnit[],
  {
    threads = false,
    language = 'opencl',
  }: { readonly threads?: boolean; readonly language?: keyof typeof LANGUAGES } = {},
): Promise<NativeKernels> {
  const compiler = process.env['OVERTIME_CXX'] ?? 'g++';
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' });
  } catch (error) {
    throw new Error(
      `The comparison with native kernels needs g++: ${compiler} cannot be started. ` +
        'Install it, or name it in OVERTIME_CXX.',
      { cause: error },
    );
  }
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-kernels-'));
  const options = ['-std=c++20', '-w', '-no-pie', `-I${here}`];
  const compile = (...args: string[]) =>
    run(compiler, [...options, ...args], { cwd, maxBuffer: MOST_OUTPUT });
  const { head, cpp } = LANGUAGES[language];
  writeFileSync(join(cwd, 'kernels.cpp'), [head, ...units.map(cpp)].join('\n'));
  const watched = [
    '-g1',
    '-O0',
    '-fwrapv',
    '-ffp-contract=off',
    ...LANGUAGES[language].options,
    '-fsanitize-coverage=trace-pc',
  ];
  const [counting, threaded] = await Promise.all([
    runtime(compiler, 'counting', [...options, '-O1']),
    threads ? runtime(compiler, 'threads', [...options, '-O1', '-fsanitize=thread']) : undefined,
    compile(...watched, '-c', 'kernels.cpp', '-o', 'kernels.o'),
  ]);
  // The first object's copies of templates win: the unwatched ones.
  await compile(counting, 'kernels.o', '-o', 'counting');
  if (threaded !== undefined)
    await compile(BOUNDS, 'kernels.o', threaded, '-pthread', '-o', 'threads');

  return {
    async judge(names, { inputs = 1, limit, ...flags } = {}) {
      const asked = Object.entries(flags).flatMap(([option, is]) => (is ? [`--${option}`] : []));
      const most = limit === undefined ? [] : ['--limit', `${limit}`];
      const words = [...asked, ...most, '--inputs', `${inputs}`, ...names];
      const { stdout } = await run('./counting', words, { cwd, maxBuffer: MOST_OUTPUT });
      const reports = stdout
        .split('\n')
        // Hosts print as well, also in the same line.
        .filter((line) => line.includes('{"unit":'))
        .map((line) => v.parse(REPORT, JSON.parse(line.slice(line.indexOf('{"unit":')))));
      const lines = await linesOf(reports.flatMap(({ findings }) => findings.map(({ pc }) => pc)));
      return new Map(
        reports.map(({ findings, ...report }) => [
          report.unit,
          {
            ...report,
            findings: findings.map(({ kind, pc, array }) => ({ kind, array, line: lines.get(pc) })),
          },
        ]),
      );
    },
    async racesByThreadSanitizer(unit) {
      const env = { ...process.env, TSAN_OPTIONS: 'exitcode=66 history_size=7' };
      try {
        await run('./threads', [unit], { cwd, env, maxBuffer: MOST_OUTPUT });
        return false;
      } catch (error) {
        if (v.is(v.object({ code: v.literal(66) }), error)) return true;
        throw error;
      }
    },
    dispose: () => rmSync(cwd, { recursive: true, force: true }),
  };

  async function linesOf(pcs: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = [...new Set(pcs)].filter((pc) => pc.startsWith('0x'));
    if (known.length === 0) return new Map();
    // The return address is one instruction later.
    const before = known.map((pc) => `0x${(BigInt(pc) - 1n).toString(16)}`);
    const { stdout } = await run('addr2line', ['-e', 'counting', ...before], {
      cwd,
      maxBuffer: MOST_OUTPUT,
    });
    return new Map(
      stdout.split('\n').flatMap((line, index) => {
        const pc = known[index];
        const number = Number(/:(\d+)(?: \(discriminator \d+\))?$/.exec(line)?.[1]);
        return pc === undefined || !(number > 0) ? [] : [[pc, number] as const];
      }),
    );
  }
}

/** Reports by name; kernels that are no C++ are left out. */
export const judgedKernels = async (
  units: readonly NativeUnit[],
  options: JudgeOptions,
  language: keyof typeof LANGUAGES = 'opencl',
): Promise<ReadonlyMap<string, NativeReport>> =>
  (await withTaken(units, language, (kernels, names) => kernels.judge(names, options))) ??
  new Map();

/** Compiles kernels, without those that are no C++, and uses them; nothing where none is left. */
export async function withTaken<Result>(
  units: readonly NativeUnit[],
  language: keyof typeof LANGUAGES,
  use: (kernels: NativeKernels, names: readonly string[]) => Promise<Result>,
): Promise<Result | undefined> {
  for (let left = units; left.length > 0;) {
    try {
      const kernels = await compileKernels(left, { language });
      try {
        return await use(
          kernels,
          left.map(({ name }) => name),
        );
      } finally {
        kernels.dispose();
      }
    } catch (error) {
      const kept = withoutFaulty(left, String(error));
      if (kept.length === left.length) throw error;
      left = kept;
    }
  }
  return undefined;
}

/** Units without those that leave the process, that the compiler finds errors in, or that it mentions where it finds
 * them elsewhere. */
function withoutFaulty(units: readonly NativeUnit[], said: string): readonly NativeUnit[] {
  const errors = said.split('\n').filter((line) => line.includes(' error: '));
  const faulty = units.filter(
    ({ name }) =>
      said.includes(`unit ${name} ended with status`) ||
      errors.some((line) => line.startsWith(`${name}:`) || line.startsWith(`harness of ${name}:`)),
  );
  const mentioned = units.filter(
    ({ name }, index) => said.includes(`${name}:`) || said.includes(`unit${index}::`),
  );
  const dropped = new Set(faulty.length > 0 ? faulty : mentioned);
  return units.filter((unit) => !dropped.has(unit));
}
