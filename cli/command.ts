import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Failure, REPORT } from '../src/base/failure.ts';
import { messageOf } from '../src/base/message.ts';
import { codeOf } from './error-code.ts';
import type { Options, Values } from './option-values.ts';
import { asCalled, IS_PACKAGE, PROJECT } from './packaged.ts';
import { UsageError } from './usage-error.ts';

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

/** A word that names a Promela model, and no option. */
export const isModelFile = (word: string): boolean => /^[^-].*\.pml$/.test(word);

const oneLine = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Accepts options, and the kernel or model without its option: `verify mine.cu`. `--help` prints the usage and
 * exits. @throws {UsageError} */
export function readOptions<const Known extends Options>(
  usage: string,
  options: Known,
  args: readonly string[] = process.argv.slice(2),
): Values<Known> {
  const takesOne = 'kernel' in options || 'promela' in options;
  const { values, files } = readWords(usage, options, args, takesOne);
  const [file, second] = files;
  if (file === undefined) return values;
  const option = !('kernel' in options) || isModelFile(file) ? 'promela' : 'kernel';
  if (!(option in options)) throw new UsageError(`${file} is a model, and a kernel is asked for.`);
  const given: Readonly<Record<string, unknown>> = values;
  const other = given[option] ?? second;
  if (other !== undefined)
    throw new UsageError(`One at a time: ${file} and ${String(other)} are two. See --help.`);
  return { ...values, [option]: file };
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
