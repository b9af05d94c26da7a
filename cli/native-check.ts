import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ticks } from '../src/base/ticks.ts';
import type { Check, NativeCheck, ProofSearch, ValueSearch } from '../src/checker/index.ts';
import { parsePanReport } from '../src/spin/pan-output.ts';

/** Milliseconds that one of the commands may take. */
const LIMIT = 600_000;

/** Tests that a native tool starts. */
export const hasTool = (name: string): boolean =>
  spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Checks with the machine's own SPIN and C compiler in a fresh folder, and prints the outcome.
 * @param claim the expected outcome. */
export function checkNatively(
  { files, commands }: NativeCheck,
  { proof, time }: { readonly proof?: ProofSearch | undefined; readonly time?: Ticks | undefined },
): Check[] {
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  try {
    for (const { name, content } of files) writeFileSync(join(cwd, name), content);
    const checks: Check[] = [];
    for (const { command } of commands) {
      const [program = '', ...words] = command.split(' ');
      const { stdout, stderr, error, status } = spawnSync(program, words, {
        cwd,
        encoding: 'utf8',
        timeout: LIMIT,
        maxBuffer: 2 ** 28,
      });
      const isReplay = words[0] === '-r';
      if (error || (status !== 0 && !program.startsWith('./'))) {
        const why = (error?.message ?? stderr.trim().split('\n')[0]) || `status ${status ?? '?'}`;
        return [...checks, { about: 'proof', holds: undefined, words: `${command}: ${why}` }];
      }
      if (isReplay) checks.push(ofReplay(stdout, time));
      else if (program.startsWith('./')) checks.push(ofSearch(stdout, proof));
    }
    return checks;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Searches a model of values again, with the machine's own SPIN and C compiler. */
export function searchedNatively(search: ValueSearch, name: string): Check {
  const about = 'proof';
  const cwd = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  const run = (program: string, words: readonly string[]) =>
    spawnSync(program, words, { cwd, encoding: 'utf8', timeout: LIMIT, maxBuffer: 2 ** 28 });
  try {
    writeFileSync(join(cwd, 'model.pml'), search.model);
    const defines = search.defines.map((define) => `-D${define}`);
    for (const [program, words] of [
      ['spin', ['-a', 'model.pml']],
      ['gcc', ['-O2', '-w', ...defines, '-o', 'pan', 'pan.c', '-lm']],
    ] as const) {
      const { error, status, stderr } = run(program, words);
      const why = error?.message ?? (status === 0 ? undefined : stderr.trim().split('\n')[0]);
      if (why !== undefined) return { about, holds: undefined, words: `${program}: ${why}` };
    }
    const parsed = parsePanReport(run('./pan', search.pan).stdout.split('\n'));
    if (!parsed.ok)
      return { about, holds: undefined, words: `pan's report cannot be read: ${parsed.reason}.` };
    const { states, transitions, errors } = parsed.report;
    return {
      about,
      holds:
        states === search.states && transitions === search.transitions && errors === search.errors,
      words: `Natively the search of ${name} has ${states} states, ${transitions} transitions, errors: ${errors}.`,
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function ofReplay(stdout: string, time: Ticks | undefined): Check {
  const about = 'run';
  const found = /^ *@finish time=(\d+)(.*)$/m.exec(stdout);
  if (!found) return { about, holds: false, words: 'Natively the trail does not finish.' };
  const [, ticks = '', values = ''] = found;
  return {
    about,
    holds: ticks === String(time),
    words: `Natively the trail leads to ${ticks} ticks at${values}.`,
  };
}

function ofSearch(stdout: string, proof: ProofSearch | undefined): Check {
  const about = 'proof';
  const parsed = parsePanReport(stdout.split('\n'));
  if (!parsed.ok)
    return { about, holds: undefined, words: `pan's report cannot be read: ${parsed.reason}.` };
  const { errors, states, exhaustive } = parsed.report;
  const said = `natively ${states} states, errors: ${errors}`;
  if (proof?.bound === 'deadlock')
    return { about, holds: errors > 0, words: `A run that stops half way: ${said}.` };
  if (errors > 0)
    return { about, holds: false, words: `A run does finish within the bound: ${said}.` };
  return exhaustive
    ? { about, holds: true, words: `No run finishes within the bound: ${said}.` }
    : { about, holds: undefined, words: `The search was cut off: ${said}.` };
}
