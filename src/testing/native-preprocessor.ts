import { spawnSync } from 'node:child_process';

const CC = process.env['OVERTIME_CC'] ?? 'gcc';

/** A text as the C compiler of this machine preprocesses it, with macros that are given: an opinion of its own
 * on what conditional directives leave of it. Pragmas stay as they are.
 * @throws where the compiler refuses the text. */
export function nativelyPreprocessed(
  text: string,
  macros: Readonly<Record<string, number | string>>,
): string {
  const defines = Object.entries(macros).map(([name, value]) => `-D${name}=${value}`);
  const run = spawnSync(CC, ['-E', '-P', '-x', 'c', '-undef', ...defines, '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}
