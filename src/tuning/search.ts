import { compareTicks, type Ticks } from '../base/ticks.ts';
import { Channel } from './channel.ts';
import { compareConfigurations, showConfiguration } from './configuration.ts';
import type { SearchPurpose, Status, TuningEvent, TuningResult } from './events.ts';
import type {
  Configuration,
  Cut,
  Fault,
  Finish,
  SearchProgress,
  SearchReport,
  SearchRequest,
  Trail,
  Verifier,
} from './verifier.ts';

export const NO_PROGRESS: SearchProgress = {
  states: 0,
  transitions: 0,
  depth: 0,
  memoryMB: 0,
  seconds: 0,
};

/** Runs one search, handing on its progress and what it finds, and ends with a `run` event. Where it is
 * cancelled the report says what it had come to. */
export async function* search(
  verifier: Verifier,
  purpose: SearchPurpose,
  request: SearchRequest,
): AsyncGenerator<TuningEvent, SearchReport> {
  const bound = typeof request.bound === 'string' ? null : request.bound;
  const channel = new Channel<TuningEvent>();
  let heard: SearchProgress = NO_PROGRESS;
  const finishes: Finish[] = [];
  let last: Trail | undefined;
  const report = verifier
    .search({
      ...request,
      onProgress: (progress) => {
        heard = progress;
        channel.push({ type: 'progress', purpose, bound, progress });
      },
      onFound: ({ finish, trail }) => {
        finishes.push(finish);
        last = trail ?? last;
        if (purpose === 'over-time')
          channel.push({ type: 'best', finish, ...(trail && { trail }) });
      },
    })
    .catch((error: unknown): SearchReport => {
      if (request.signal?.aborted !== true) throw error;
      const verdict = finishes.length > 0 ? 'violated' : 'incomplete';
      const found = { finishes, deadlock: false, ...(last && { trail: last }) };
      return { ...heard, ...found, verdict, cut: 'cancelled' };
    })
    .finally(() => channel.close());
  // The channel closes on failure as well; the failure itself surfaces where the report is awaited.
  report.catch(() => undefined);
  yield* channel;
  const { verdict, states, transitions, depth, memoryMB, seconds } = await report;
  yield {
    type: 'run',
    run: { purpose, bound, verdict, states, transitions, depth, memoryMB, seconds },
  };
  return report;
}

/** The earliest of some finished paths. */
export const earliest = (finishes: readonly Finish[]): Finish | undefined =>
  finishes.reduce<Finish | undefined>(
    (best, finish) => (best && best.time <= finish.time ? best : finish),
    undefined,
  );

/** The distinct configurations among finishes at a given time. */
export function configurationsAt(finishes: readonly Finish[], time: Ticks): Configuration[] {
  const found = new Map<string, Configuration>();
  for (const finish of finishes) {
    if (compareTicks(finish.time, time) === 0) found.set(keyOf(finish.values), finish.values);
  }
  return [...found.values()].sort(compareConfigurations);
}

/** A text that is the same for the same configuration. */
export const keyOf = (values: Configuration): string =>
  JSON.stringify(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)));

const STATUS: Readonly<Partial<Record<Cut, Status>>> = {
  memory: 'out-of-memory',
  cancelled: 'cancelled',
  bitstate: 'sampled',
  fault: 'invalid',
};

const WHY: Readonly<Record<Cut, string>> = {
  memory: 'The verifier ran out of memory',
  depth: 'A path was longer than the search may go',
  time: 'The time limit of the search was reached',
  cancelled: 'The search was cancelled',
  unfinished: 'The verifier stopped before it had searched everything',
  bitstate: 'Bitstate search may miss states',
  fault: 'The time of a configuration cannot be told',
};

/** The status of a result whose search was cut off, and why, without a full stop. */
export const cutWords = (cut: Cut | undefined): { status: Status; why: string } => ({
  status: (cut && STATUS[cut]) ?? 'bounded',
  why: cut ? WHY[cut] : 'The search was cut off',
});

/** What a search that was cut off makes of a result, with all that is known so far. */
export function cutResult(
  { cut, fault }: Pick<SearchReport, 'cut' | 'fault'>,
  best: Finish | undefined,
  low: Ticks,
  trail?: Trail,
): TuningResult {
  if (fault) return faultResult(fault);
  const { status, why } = cutWords(cut);
  const above = compareTicks(low, 0) < 0 ? '' : `above ${low} and `;
  return {
    status,
    optima: best ? [best.values] : [],
    ...(best && { minTime: best.time }),
    ...(trail && { trail }),
    reason: best
      ? `${why}: the minimum lies ${above}at or below ${best.time} ticks.`
      : `${why} before any configuration finished.`,
  };
}

/** One configuration without a time makes a proof impossible: it might be the best. */
export function faultResult({ kind, values }: Fault): TuningResult {
  const what =
    kind === 'division' ? 'an expression divides by zero' : 'a number passes what 64 bits hold';
  const which = showConfiguration(values);
  const where = which === '' ? 'before any parameter is chosen' : `at ${which}`;
  return {
    status: 'invalid',
    optima: [],
    reason: `Nothing can be proved: ${where} ${what}. Leave the configuration out by a constraint (#pragma tuner require).`,
  };
}
