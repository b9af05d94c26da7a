import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePanReport, type PanReport } from '../spin/pan-output.ts';

/** KB of address space, against runaway searches. */
const MOST_MEMORY = 4_000_000;
/** Milliseconds. */
const TIME_LIMIT = 120_000;

export interface NativeVerifier {
  /** Runs pan with options, model words and files; the seconds are CPU time. */
  run(
    args: readonly string[],
    files?: Readonly<Record<string, Uint8Array>>,
  ): { readonly report: PanReport; readonly lines: readonly string[]; readonly seconds: number };
  dispose(): void;
}

/** A tool's path, from an environment variable if set.
 * @throws if it cannot start: these comparisons are not optional. */
function tool(name: string, variable: string, version: string): string {
  const path = process.env[variable] ?? name;
  try {
    execFileSync(path, [version], { stdio: 'ignore' });
    return path;
  } catch (error) {
    throw new Error(
      `The comparison with native SPIN needs ${name}: ${path} cannot be started. ` +
        `Install it, or name it in ${variable}.`,
      { cause: error },
    );
  }
}

/** Output of commands that end in pan, in a folder with files.
 * @throws if the report is unreadable. */
export function runCommands(
  files: Readonly<Record<string, string>>,
  lines: readonly string[],
): PanReport & { readonly lines: readonly string[] } {
  tool('spin', 'OVERTIME_SPIN', '-V');
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    // Silences gcc on pan.c and SPIN on the model.
    const quiet = lines.map((line) => (line.startsWith('./pan') ? line : `${line} 2>&1 > said`));
    const script = [`ulimit -v ${MOST_MEMORY}`, ...quiet.map(redirected)].join(' && ');
    const output = execFileSync('bash', ['-c', script], {
      cwd,
      encoding: 'utf8',
      timeout: TIME_LIMIT,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const said = output.split('\n');
    const parsed = parsePanReport(said);
    if (!parsed.ok) throw new Error(`${parsed.reason}\n${output}`);
    return { ...parsed.report, lines: said };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** A line that writes a file keeps doing so. */
const redirected = (line: string): string =>
  / > \S+ 2>&1 > said$/.test(line) ? line.replace(' 2>&1 > said', '') : line;

/** Compiles a model's verifier with the machine's SPIN and C compiler.
 * @param options KB of address space, milliseconds, and -O2 where its speed matters. */
export function compileNatively(
  model: string,
  defines: readonly string[],
  { memory = MOST_MEMORY, time = TIME_LIMIT, optimise = '-O0' } = {},
): NativeVerifier {
  const spin = tool('spin', 'OVERTIME_SPIN', '-V');
  const compiler = tool('gcc', 'OVERTIME_CC', '--version');
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  writeFileSync(join(cwd, 'model.pml'), model);
  execFileSync(spin, ['-a', 'model.pml'], { cwd });
  const flags = defines.map((define) => `-D${define}`);
  execFileSync(compiler, [optimise, '-w', ...flags, '-o', 'pan', 'pan.c', '-lm'], { cwd });
  return {
    run(args, files = {}) {
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
      const timed = `ulimit -v ${memory} && TIMEFORMAT='@cpu %U %S' && { time ./pan "$@"; } 2>&1`;
      const guarded = ['-c', timed, 'pan', ...args];
      const output = execFileSync('bash', guarded, { cwd, encoding: 'utf8', timeout: time });
      const lines = output.split('\n');
      const parsed = parsePanReport(lines);
      if (!parsed.ok) throw new Error(parsed.reason);
      const [, user, system] = /^@cpu (\S+) (\S+)$/m.exec(output) ?? [];
      return { report: parsed.report, lines, seconds: Number(user) + Number(system) };
    },
    dispose: () => rmSync(cwd, { recursive: true, force: true }),
  };
}

/** Each command's output in a folder with files, whatever its exit. */
export function printNatively(
  files: Readonly<Record<string, string>>,
  lines: readonly string[],
): readonly string[] {
  tool('spin', 'OVERTIME_SPIN', '-V');
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    return lines.map((line) =>
      execFileSync('bash', ['-c', `ulimit -v ${MOST_MEMORY}; ${line} 2> said || true`], {
        cwd,
        encoding: 'utf8',
        timeout: TIME_LIMIT,
      }),
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
