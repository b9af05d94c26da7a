import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../base/failure.ts';
import type { SpinFactory, SpinLoader } from '../spin/spin-instance.ts';
import type { VerifierSources } from '../spin/spin.ts';
import type { Toolchain } from '../spin/toolchain.ts';

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof Failure) return error;
  throw new Error(`not a failure: ${JSON.stringify(error)}`);
}

export const sourcesOf = async (toolchain: Toolchain, model: string): Promise<VerifierSources> =>
  (await toolchain.generate({ model })).files;

/** The verifier's standard output, as native SPIN and gcc have it. */
export const runNatively = (...run: Parameters<typeof nativeRun>): string[] =>
  nativeRun(...run).stdout;

/** What native SPIN and gcc make of a model: the verifier's standard output, and its trail if it wrote
 * one. */
export function nativeRun(
  model: string,
  defines: readonly string[],
  args: readonly string[],
): { readonly stdout: string[]; readonly trail: string | undefined } {
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  try {
    writeFileSync(join(cwd, 'model.pml'), model);
    execFileSync('spin', ['-a', 'model.pml'], { cwd });
    const flags = defines.map((define) => `-D${define}`);
    execFileSync('gcc', ['-O1', '-w', ...flags, '-o', 'pan', 'pan.c'], { cwd });
    const stdout = execFileSync('./pan', [...args], { cwd, encoding: 'utf8' }).split('\n');
    const trail = join(cwd, 'model.pml.trail');
    return { stdout, trail: existsSync(trail) ? readFileSync(trail, 'utf8') : undefined };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Four processes that count: some (n+1)^2 * 16 * 4 states, and an assertion that holds unless
 * `most` is less than 2n. */
export const counters = (n: number, most = 2 * n): string => `
byte c[4];
active proctype a() { do :: c[0] < ${n} -> c[0]++ :: else -> break od }
active proctype b() { do :: c[1] < ${n} -> c[1]++ :: else -> break od }
active proctype d() { do :: c[2] < 15 -> c[2]++ :: else -> break od }
active proctype e() { do :: c[3] < 3 -> c[3]++ :: else -> break od; assert(c[0] + c[1] <= ${most}) }
`;

/** Loads SPIN in Node from the folder that `wasm/build.mjs` fills. Rejects where it is not there. */
export async function loadSpinFromFolder(folder: string): Promise<SpinLoader> {
  const glue = new URL('spin.js', pathToFileURL(`${folder}/`));
  const loaded: unknown = await import(/* @vite-ignore */ glue.href);
  if (!hasFactory(loaded)) throw new Error(`${glue.pathname} is not SPIN's glue`);
  const bytes = await readFile(new URL('spin.wasm', glue));
  return { factory: loaded.default, module: await WebAssembly.compile(bytes) };
}

function hasFactory(loaded: unknown): loaded is { default: SpinFactory } {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'default' in loaded &&
    typeof loaded.default === 'function'
  );
}
