import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Failure, REPORT } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';

/** The command line, or something that it names, is wrong; the message says how, or what to do. */
export class UsageError extends Error {}

/** Begins a command: whatever ends it is said on standard error, in one line. The exit status is 2 where
 * what it was given is at fault. */
export function begin(name: string): void {
  process.on('uncaughtException', (error: unknown) => {
    const isOurs = !(error instanceof UsageError);
    const hint = error instanceof Failure ? error.hint : isOurs ? REPORT : '';
    console.error([`${name}:`, ...oneLine(`${messageOf(error)} ${hint}`)].join(' '));
    if (error instanceof Failure && error.detail !== undefined)
      console.error(error.detail.slice(0, 2000));
    process.exit(isOurs ? 1 : 2);
  });
}

const oneLine = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The options of the command line, which has nothing else; `--help` prints the usage and ends here.
 * @throws {UsageError} */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
) {
  if (args.some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    const [first = ''] = messageOf(error).split('\n');
    throw new UsageError(`${first.replace(/\.?$/, '.')} See --help.`);
  }
}

/** A file that holds text. @throws {UsageError} */
export function readText(path: string): string {
  const problem = (what: string): UsageError => new UsageError(`${what}; name a file of text`);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw problem(`there is no file ${path}`);
    if (code === 'EISDIR') throw problem(`${path} is a folder`);
    throw problem(`${path} cannot be read: ${messageOf(error)}`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw problem(`${path} is not text in UTF-8`);
}

const project = fileURLToPath(new URL('..', import.meta.url));
const areThere = (...paths: string[]): boolean => paths.every((path) => existsSync(project + path));

/** Has npm make something. What it says goes to standard error. @throws {UsageError} where it cannot. */
function make(script: string, what: string): void {
  console.error(`${what} (npm run ${script}): it is not there yet. This takes some minutes, once.`);
  const isWindows = process.platform === 'win32';
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['run', '-s', script], {
    cwd: project,
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  });
  if (status !== 0) throw new UsageError(`npm run ${script} failed; what to do stands above`);
}

/** Whether SPIN and the compiler are there. */
export const hasTools = (): boolean =>
  areThere('wasm/build/spin.js', 'wasm/build/spin.wasm', 'wasm/build/clang/manifest.json');

/** Builds SPIN and the compiler where they are not there. */
export function makeTools(): void {
  if (!hasTools()) make('tools', 'Building SPIN and the compiler');
}

/** Builds the site where it is not there. */
export function makeSite(): void {
  if (!areThere('dist/index.html')) make('build', 'Building the site');
}
