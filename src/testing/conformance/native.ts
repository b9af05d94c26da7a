import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { verifierFiles, type VerifierSources } from '../../spin/spin.ts';
import type { ConformanceCase, SearchLine } from './case.ts';

/** Limits for runaways: address space in KB, and milliseconds; `spin -a` of LTL/patterns takes
 * minutes. */
const LIMITS = { memory: 6_000_000, time: 1_800_000 };
const MODEL = 'model.pml';

/** spin's arguments; the model follows unless there is only a formula. */
export const wordsOf = (args: readonly string[]): readonly string[] =>
  args.includes('-f') ? args : [...args, MODEL];

/** Replaces the report if pan.c does not compile. */
export const NOT_COMPILED = 'pan.c does not compile';

export interface NativeRun {
  readonly stdout: string;
  readonly trail: string | undefined;
}

/** Native SPIN and C compiler on a model, in its own folder. */
export class NativeModel {
  /** A folder above the model's is ours as well. */
  readonly #above = mkdtempSync(join(tmpdir(), 'overtime-conformance-'));
  readonly #folder = join(this.#above, 'model');
  readonly #tool: string;
  /** With which words the verifier's source there was written. */
  #written: string | undefined;
  #takes = false;

  readonly #isLong: boolean;

  /** @param tool SPIN, by its path. */
  constructor(
    tool: string,
    { text, files, isLong = false }: Pick<ConformanceCase, 'text' | 'files' | 'isLong'>,
  ) {
    this.#tool = tool;
    this.#isLong = isLong;
    for (const [name, content] of Object.entries({ ...files, [MODEL]: text })) {
      const path = join(this.#folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      // SPIN warns unless the model is older than its trail, in whole seconds.
      utimesSync(path, 0, 0);
    }
  }

  /** SPIN's output on both streams. */
  async spin(args: readonly string[]): Promise<string> {
    return (await this.#run(this.#tool, wordsOf(args))).text;
  }

  /** SPIN's output while generating a verifier. */
  async generate(words: readonly string[]): Promise<string> {
    const { text, code } = await this.#run(this.#tool, wordsOf(['-a', ...words]));
    this.#takes = code === 0;
    this.#written = words.join(' ');
    return text;
  }

  /** Verifier sources; absent for a rejected model, even if some were written. */
  sources(): VerifierSources | undefined {
    if (!this.#takes || !verifierFiles.every((name) => existsSync(join(this.#folder, name))))
      return undefined;
    const read = (name: string) => [name, readFileSync(join(this.#folder, name), 'utf8')] as const;
    // All of its files are there.
    return Object.fromEntries(verifierFiles.map(read)) as unknown as VerifierSources;
  }

  async search({ spin, defines, pan }: SearchLine): Promise<NativeRun> {
    const trail = join(this.#folder, `${MODEL}.trail`);
    for (const name of this.#trails()) rmSync(join(this.#folder, name));
    // Some runs of SPIN take a verifier's source away.
    const isThere = existsSync(join(this.#folder, 'pan.c'));
    if (!isThere || this.#written !== spin.join(' ')) await this.generate(spin);
    rmSync(join(this.#folder, 'pan'), { force: true });
    const optimise = this.#isLong ? '-O1' : '-O0';
    const flags = [optimise, '-w', ...defines.map((each) => `-D${each}`), '-o', 'pan', 'pan.c'];
    await this.#run(process.env['OVERTIME_CC'] ?? 'gcc', flags);
    if (!existsSync(join(this.#folder, 'pan'))) return { stdout: NOT_COMPILED, trail: undefined };
    const { text: stdout } = await this.#run('./pan', pan, { isAll: false });
    // `pan -e` numbers its errors; replays look for the last.
    const last = this.#trails().at(-1);
    if (last !== undefined) renameSync(join(this.#folder, last), trail);
    return { stdout, trail: existsSync(trail) ? readFileSync(trail, 'utf8') : undefined };
  }

  #trails(): readonly string[] {
    const number = (name: string): number => Number(/(\d*)\.trail$/.exec(name)?.[1] ?? 0);
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.trail'))
      .sort((a, b) => number(a) - number(b));
  }

  /** The last search's verifier replays its own trail. */
  async replay(args: readonly string[]): Promise<string> {
    return (await this.#run('./pan', ['-r', ...args], { isAll: false })).text;
  }

  dispose(): void {
    rmSync(this.#above, { recursive: true, force: true });
  }

  /** A program's output and exit. */
  #run(
    tool: string,
    args: readonly string[],
    { isAll = true } = {},
  ): Promise<{ readonly text: string; readonly code: number }> {
    const limited = ['-c', `ulimit -v ${LIMITS.memory}; exec "$0" "$@"`, tool, ...args];
    return new Promise((resolve, reject) => {
      const child = spawn('bash', limited, {
        cwd: this.#folder,
        timeout: LIMITS.time,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [out, said] = ['', ''];
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.on('error', reject);
      child.on('close', (code, signal) => {
        if (signal === null && code !== null && code !== 127)
          resolve({ text: isAll ? out + said : out, code });
        else reject(new Error(`${tool} ${args.join(' ')} ended with ${signal ?? code}: ${said}`));
      });
    });
  }
}
