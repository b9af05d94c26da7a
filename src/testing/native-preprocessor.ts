import { spawnSync } from 'node:child_process';

const CC = process.env['OVERTIME_CC'] ?? 'gcc';

/** Preprocesses by the machine's C compiler, an independent opinion on conditionals; pragmas stay.
 * @throws if the compiler rejects the text. */
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
