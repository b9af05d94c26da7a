import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { cppOf, type NativeUnit } from './cpp-text.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const MOST_OUTPUT = 2 ** 28;

const REPORT = v.object({
  unit: v.string(),
  findings: v.array(v.object({ kind: v.string(), pc: v.string(), array: v.string() })),
  sameValue: v.boolean(),
  result: v.string(),
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
  /** Global and local accesses by group, item and region. */
  readonly groups?: readonly (readonly (readonly (readonly [number, number])[])[])[] | undefined;
}

/** Kernels compiled by the machine's own C++ compiler. */
export interface NativeKernels {
  /** Runs units on fibers in several orders and judges every access; `counts` runs once and counts. */
  judge(
    units: readonly string[],
    options?: { readonly inputs?: number; readonly counts?: boolean },
  ): Promise<ReadonlyMap<string, NativeReport>>;
  /** ThreadSanitizer's verdict with a thread per work-item. */
  racesByThreadSanitizer(unit: string): Promise<boolean>;
  dispose(): void;
}

/** @throws without a C++ compiler (not optional), or if a kernel does not compile. */
export async function compileKernels(
  units: readonly NativeUnit[],
  { threads = false }: { readonly threads?: boolean } = {},
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
  const text = units.map((unit, index) => cppOf(unit, index)).join('\n');
  // Compilers skip const reads; they still count as accesses.
  writeFileSync(join(cwd, 'kernels.cpp'), `#include "opencl.hpp"\n#define const\n${text}`);
  const watched = ['-g1', '-O0', '-fsanitize=thread', '-fsanitize-coverage=trace-pc'];
  await Promise.all([
    compile(...watched, '-c', 'kernels.cpp', '-o', 'kernels.o'),
    compile('-O1', '-c', join(here, 'counting.cpp'), '-o', 'counting.o'),
    ...(threads
      ? [compile('-O1', '-fsanitize=thread', '-c', join(here, 'threads.cpp'), '-o', 'threads.o')]
      : []),
  ]);
  await compile('kernels.o', 'counting.o', '-o', 'counting');
  if (threads)
    await compile('-fsanitize=thread', 'kernels.o', 'threads.o', '-pthread', '-o', 'threads');

  return {
    async judge(names, { inputs = 1, counts = false } = {}) {
      const words = [...(counts ? ['--counts'] : []), '--inputs', `${inputs}`, ...names];
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
