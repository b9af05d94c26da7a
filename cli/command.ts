import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { decodedText } from '../src/base/decoded-text.ts';
import { Failure, REPORT } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';
import { withNewlines } from '../src/base/span.ts';
import { asCalled, IS_PACKAGE, PROJECT } from './packaged.ts';

/** The command line or a file it names is wrong; the message says how, or the remedy. */
export class UsageError extends Error {}

/** Failures go to standard error in one line. The exit status is 2 where the input is at fault.
 * @param failed the status where it is something else. */
export function begin(name: string, failed = 1): void {
  // Readers may stop early: `npm run -s tune | head -1`.
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE') process.exit(failed);
    throw new Failure(
      'worker',
      `The answer cannot be written: ${error.message}.`,
      'Is the disk full?',
    );
  });
  process.stderr.on('error', () => undefined); // nobody is told what goes on
  process.on('uncaughtException', (error: unknown) => {
    const isOurs = !(error instanceof UsageError);
    const hint = error instanceof Failure ? error.hint : isOurs ? REPORT : '';
    console.error([`${name}:`, ...oneLine(`${messageOf(error)} ${hint}`)].join(' '));
    if (error instanceof Failure && error.detail !== undefined)
      console.error(error.detail.slice(0, 2000));
    process.exit(isOurs ? failed : 2);
  });
}

/** The name that the system has for an error. */
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const oneLine = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>['values'];

/** Accepts options only; `--help` prints the usage and exits.
 * @throws {UsageError} */
export function readOptions<const Known extends Options>(
  usage: string,
  options: Known,
  args: readonly string[] = process.argv.slice(2),
): Values<Known> {
  return readWords(usage, options, args, false).values;
}

/** Accepts options, and `isWith` files too; `--help` prints the usage and exits.
 * @throws {UsageError} */
export function readWords<const Known extends Options>(
  usage: string,
  options: Known,
  args: readonly string[],
  isWith: boolean,
): { readonly values: Values<Known>; readonly files: readonly string[] } {
  if (args.some((word) => word === '--help' || word === '-h')) {
    console.log(asCalled(usage));
    process.exit(0);
  }
  try {
    const { values, positionals, tokens } = parseArgs({
      args: withDashes(args),
      options,
      allowPositionals: isWith,
      tokens: true,
    });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
    const twice = names.find(
      (option, at) => names.indexOf(option) < at && options[option]?.multiple !== true,
    );
    if (twice !== undefined) throw new Error(`--${twice} is given twice`);
    return { values, files: positionals };
  } catch (error) {
    const [first = ''] = messageOf(error).split('\n');
    throw new UsageError(`${first.replace(/\.?$/, '.')} See --help.`);
  }
}

/** The value of --options begins with a dash, which needs a sign of equality. */
const withDashes = (args: readonly string[]): string[] =>
  args.flatMap((word, at) => {
    const next = args[at + 1];
    if (word === '--options' && next !== undefined) return [`${word}=${next}`];
    return at > 0 && args[at - 1] === '--options' ? [] : [word];
  });

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Folders of -I. @throws {UsageError} */
export function checkFolders(folders: readonly string[]): void {
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) throw new UsageError(`-I: there is no folder ${missing}`);
}

/** Far more than any kernel or model; stops devices that never end. */
const MOST_BYTES = 32 * 2 ** 20;

/** A text file, with uniform line breaks. @throws {UsageError} */
export function readText(path: string): string {
  const problem = (what: string, todo = 'name a file of text'): UsageError =>
    new UsageError(`${what}; ${todo}`);
  const bytes = readBytes(path, MOST_BYTES, 'name a file of text');
  if (bytes.length > MOST_BYTES && !bytes.includes(0))
    throw problem(`${path} is larger than ${MOST_BYTES / 2 ** 20} MB`);
  const text = decodedText(bytes);
  if (text !== undefined) return withNewlines(text);
  const isWide = bytes.length >= 4 && bytes.length % 2 === 0 && hasEveryOtherZero(bytes);
  throw isWide
    ? problem(`${path} is not text in UTF-8 but seems to be UTF-16`, 'save it as UTF-8')
    : problem(`${path} is not text in UTF-8`, 'name a file of text that is saved as UTF-8');
}

/** A file's bytes; of more than `most` only somewhat more than that.
 * @throws {UsageError} */
export function readBytes(
  path: string,
  most: number,
  todo = 'name a file',
): Uint8Array<ArrayBuffer> {
  try {
    return readUpTo(path, most);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new UsageError(`there is no file ${path}; ${todo}`);
    if (code === 'EISDIR') throw new UsageError(`${path} is a folder; ${todo}`);
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}; ${todo}`);
  }
}

function readUpTo(path: string, most: number): Uint8Array<ArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const chunks: Uint8Array[] = [];
    for (let size = 0; size <= most;) {
      const chunk = new Uint8Array(2 ** 20);
      const read = readSync(file, chunk);
      if (read === 0) break;
      chunks.push(chunk.subarray(0, read));
      size += read;
    }
    return new Uint8Array(Buffer.concat(chunks));
  } finally {
    closeSync(file);
  }
}

/** A guess at UTF-16 without a mark: plain words have a zero in every pair. */
const hasEveryOtherZero = (bytes: Uint8Array): boolean =>
  [0, 1].some((odd) => {
    const part = bytes.subarray(0, 64);
    return part.every((byte, at) => (at % 2 === odd ? byte === 0 : byte !== 0));
  });

const areThere = (...paths: string[]): boolean => paths.every((path) => existsSync(PROJECT + path));

/** Runs an npm script; its output goes to standard error. @throws {UsageError} where it fails. */
function make(script: string, what: string): void {
  if (IS_PACKAGE) throw new UsageError('some of the package is missing; install it again');
  console.error(`${what} (npm run ${script}): it is not there yet. This takes some minutes, once.`);
  const isWindows = process.platform === 'win32';
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['run', '-s', script], {
    cwd: PROJECT,
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  });
  if (status !== 0) throw new UsageError(`npm run ${script} failed; what to do stands above`);
}

export const hasTools = (): boolean =>
  areThere('wasm/build/spin.js', 'wasm/build/spin.wasm', 'wasm/build/clang/manifest.json');

/** Builds SPIN and the compiler if missing. */
export function makeTools(): void {
  if (!hasTools()) make('tools', 'Building SPIN and the compiler');
}

/** Builds the site where it is not there. */
export function makeSite(): void {
  if (!areThere('dist/index.html')) make('build', 'Building the site');
}
