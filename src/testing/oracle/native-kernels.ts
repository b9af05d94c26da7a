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
  /** Global and local accesses by group, item and region. */
  readonly groups?: readonly (readonly (readonly (readonly [number, number])[])[])[] | undefined;
}

const LANGUAGES = {
  // Compilers skip const reads; they still count as accesses.
  opencl: { head: '#include "opencl.hpp"\n#define const', cpp: cppOf },
  // Constants size arrays here: a const table is not watched.
  cuda: { head: '#include "cuda.hpp"', cpp: cudaOf },
} as const;

/** Kernels compiled by the machine's own C++ compiler. */
export interface NativeKernels {
  /** Runs units on fibers in several orders and judges every access; `counts` runs once and counts, `arrays` tells
   * what is in global memory in the end, `lockstep` takes lanes of a warp to be in step. */
  judge(
    units: readonly string[],
    options?: {
      readonly inputs?: number;
      readonly counts?: boolean;
      readonly arrays?: boolean;
      readonly lockstep?: boolean;
    },
  ): Promise<ReadonlyMap<string, NativeReport>>;
  /** ThreadSanitizer's verdict with a thread per work-item. */
  racesByThreadSanitizer(unit: string): Promise<boolean>;
  dispose(): void;
}

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
  const compile = (...args: string[]) =>
    run(compiler, ['-std=c++20', '-w', '-no-pie', `-I${here}`, ...args], {
      cwd,
      maxBuffer: MOST_OUTPUT,
    });
  const { head, cpp } = LANGUAGES[language];
  writeFileSync(join(cwd, 'kernels.cpp'), [head, ...units.map(cpp)].join('\n'));
  const watched = ['-g1', '-O0', '-fsanitize=thread', '-fsanitize-coverage=trace-pc'];
  await Promise.all([
    compile(...watched, '-c', 'kernels.cpp', '-o', 'kernels.o'),
    compile('-O1', '-c', join(here, 'counting.cpp'), '-o', 'counting.o'),
    ...(threads
      ? [compile('-O1', '-fsanitize=thread', '-c', join(here, 'threads.cpp'), '-o', 'threads.o')]
      : []),
  ]);
  // The first object's copies of templates win: the unwatched ones.
  await compile('counting.o', 'kernels.o', '-o', 'counting');
  if (threads)
    await compile('-fsanitize=thread', 'kernels.o', 'threads.o', '-pthread', '-o', 'threads');

  return {
    async judge(names, { inputs = 1, counts = false, arrays = false, lockstep = false } = {}) {
      const asked = Object.entries({ counts, arrays, lockstep }).flatMap(([option, is]) =>
        is ? [`--${option}`] : [],
      );
      const words = [...asked, '--inputs', `${inputs}`, ...names];
      const { stdout } = await run('./counting', words, { cwd, maxBuffer: MOST_OUTPUT });
      const reports = stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => v.parse(REPORT, JSON.parse(line)));
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
