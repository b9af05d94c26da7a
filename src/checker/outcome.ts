import { Failure, REPORT } from '../base/failure.ts';
import type { VerifierRun } from '../spin/verifier-run.ts';
import {
  type Cut,
  type Fault,
  figuresOf,
  NO_PROGRESS,
  type SearchProgress,
} from '../tuning/index.ts';

/** Figures of a run and the limit that cut it off. Ending at the first error counts as cut off only
 * if `all` were wanted.
 * @throws {Failure} if the verifier broke or its output is unreadable. */
export function outcomeOf(
  run: VerifierRun,
  all: boolean,
): { figures: SearchProgress; cut?: Cut; fault?: Fault; deadlock: boolean } {
  const parsed = run.report;
  const fault = faultIn(run.output);
  const { seconds } = run;
  const soFar = { ...NO_PROGRESS, ...run.lastProgress, seconds };
  if (fault) return { figures: soFar, cut: 'fault', fault, deadlock: false };
  if (run.outcome === 'out-of-memory') {
    const figures = parsed.ok ? figuresOf({ ...parsed.report, seconds }) : soFar;
    return { figures, cut: 'memory', deadlock: false };
  }
  if (run.outcome === 'trapped')
    throw broken(run, `The verifier stopped: ${run.trap ?? 'for an unknown reason'}.`);
  if (!parsed.ok) throw broken(run, `The verifier's report cannot be read: ${parsed.reason}`);
  const { report } = parsed;
  const figures = figuresOf({ ...report, seconds });
  const strange = report.problems.find(({ kind }) => !EXPECTED.has(kind));
  if (strange) throw broken(run, `The verifier stopped: ${strange.message}.`);
  const deadlock = report.problems.some(({ kind }) => kind === 'invalid-end-state');
  const found = report.problems.some(({ kind }) => kind !== 'depth-limit');
  if ((found && !all) || report.exhaustive) return { figures, deadlock };
  if (report.depthTruncated) return { figures, cut: 'depth', deadlock };
  return { figures, cut: report.search === 'full' ? 'unfinished' : 'bitstate', deadlock };
}

const broken = ({ stdout, stderrTail }: VerifierRun, message: string): Failure =>
  new Failure('verifier', message, REPORT, [...stdout.slice(-5), ...stderrTail].join('\n'));

const FAULT = /^@fault (overflow|division|kinds)((?: \w+=-?\d+)*)$/;

/** The configuration whose time the model could not tell. */
export function faultIn(output: readonly string[]): Fault | undefined {
  for (const line of output) {
    const [, kind, words = ''] = FAULT.exec(line) ?? [];
    if (kind !== 'overflow' && kind !== 'division' && kind !== 'kinds') continue;
    const values = words
      .trim()
      .split(' ')
      .flatMap((word) => {
        const [name = '', value] = word.split('=');
        return name === '' ? [] : [[name, Number(value)] as const];
      });
    return { kind, values: Object.fromEntries(values) };
  }
  return undefined;
}

/** Problems that are answers; any other invalidates the search. */
const EXPECTED: ReadonlySet<string> = new Set([
  'assertion',
  'invalid-end-state',
  'claim',
  'depth-limit',
]);
