import { compareTicks, type Ticks } from '../base/ticks.ts';
import { compareConfigurations, keyOf, showConfiguration } from './configuration.ts';
import {
  runEvents,
  type SearchPurpose,
  type Status,
  type TuningResult,
  type Work,
} from './events.ts';
import {
  type Configuration,
  type Cut,
  type Fault,
  figuresOf,
  type Finish,
  NO_PROGRESS,
  type SearchReport,
  type SearchRequest,
  type Trail,
  type Verdict,
  type Verifier,
} from './verifier.ts';

/** Undefined if the signal ended the work. */
export const unlessEnded = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return undefined;
  });

/** One search; a cancelled one still reports its progress. */
export async function searchUntil(
  signal: AbortSignal,
  verifier: Verifier,
  request: SearchRequest,
): Promise<SearchReport> {
  let heard = NO_PROGRESS;
  const finishes: Finish[] = [];
  let trail: Trail | undefined;
  const searching = verifier.search({
    ...request,
    signal,
    onProgress: (progress) => {
      // It may have begun again, with a better verifier or deeper.
      if (progress.states >= heard.states) heard = progress;
      request.onProgress?.(progress);
    },
    onFound: (found) => {
      finishes.push(found.finish);
      trail = found.trail ?? trail;
      request.onFound?.(found);
    },
  });
  const report = await unlessEnded(searching, signal);
  if (report) return withEarlier(report, finishes, trail);
  const verdict = finishes.length > 0 ? 'violated' : 'incomplete';
  const found = { finishes, verdict, ...(trail && { trail }) } as const;
  return { ...heard, ...found, deadlock: false, cut: 'cancelled' };
}

/** A best found before a search began again stands where that one is cut. */
function withEarlier(
  report: SearchReport,
  finishes: readonly Finish[],
  trail: Trail | undefined,
): SearchReport {
  const [before, now] = [earliest(finishes), earliest(report.finishes)];
  if (report.cut === undefined || !before || (now && compareTicks(now.time, before.time) <= 0))
    return report;
  const found = [...report.finishes, ...finishes];
  return { ...report, verdict: 'violated', finishes: found, ...(trail && { trail }) };
}

/** One search, with its progress, findings and outcome as events. */
export async function search(
  { verifier, emit, signal }: Work,
  purpose: SearchPurpose,
  request: SearchRequest,
): Promise<SearchReport> {
  const bound = typeof request.bound === 'string' ? null : request.bound;
  let heard = NO_PROGRESS;
  let verdict: Verdict = 'incomplete';
  let isCut = true;
  try {
    const report = await searchUntil(signal, verifier, {
      ...request,
      onProgress(progress) {
        if (progress.states >= heard.states) heard = progress;
        emit({ type: 'progress', purpose, bound, progress });
      },
      onNote: (text) => emit({ type: 'stage', text }),
      onFound({ finish, trail }) {
        verdict = 'violated';
        if (purpose === 'over-time') emit({ type: 'best', finish, trail });
      },
    });
    heard = report;
    ({ verdict } = report);
    isCut = endedEarly(report.cut);
    return report;
  } finally {
    // Also where its worker ended.
    runEvents({ purpose, bound, verdict, ...figuresOf(heard) }, isCut).forEach(emit);
  }
}

/** Searches that may miss states come to their own end. */
export const endedEarly = (cut: Cut | undefined): boolean =>
  cut !== undefined && cut !== 'bitstate' && cut !== 'switches';

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

const CUTS: Readonly<Record<Cut, readonly [Status, string]>> = {
  memory: ['out-of-memory', 'The verifier ran out of memory'],
  depth: ['bounded', 'A path was longer than the search may go'],
  time: ['bounded', 'The time limit of the search was reached'],
  cancelled: ['cancelled', 'The search was cancelled'],
  unfinished: ['bounded', 'The verifier stopped before it had searched everything'],
  bitstate: ['sampled', 'A search that keeps a part of each state may miss states'],
  switches: ['bounded', 'Only runs with few context switches were searched'],
  fault: ['invalid', 'The time of a configuration cannot be told'],
};

/** Status and reason of a result that was cut off; no full stop. */
export const cutWords = (cut: Cut | undefined): readonly [status: Status, why: string] =>
  cut ? CUTS[cut] : ['bounded', 'The search was cut off'];

/** Adds an interruption to a result, with everything known so far. */
export function cutResult(
  { cut, fault }: Pick<SearchReport, 'cut' | 'fault'>,
  best: Finish | undefined,
  low: Ticks,
  trail?: Trail,
): TuningResult {
  if (fault) return faultResult(fault);
  const [status, why] = cutWords(cut);
  if (best) return knownResult(status, why, { finish: best, low, trail });
  return { status, optima: [], reason: `${why} before any configuration finished.` };
}

/** The best of an unfinished search, and the bounds of the minimum. @param why no full stop. */
export function knownResult(
  status: Status,
  why: string,
  { finish: { time, values }, low, trail }: Known,
): TuningResult {
  const above = compareTicks(low, 0) < 0 ? '' : `above ${low} and `;
  const reason = `${why}. The minimum lies ${above}at or below ${time} ticks.`;
  return { status, minTime: time, optima: [values], trail, reason };
}

export interface Known {
  readonly finish: Finish;
  /** The minimum is larger; negative where nothing was proved. */
  readonly low: Ticks;
  readonly trail?: Trail | undefined;
}

const FAULTS: Readonly<Record<Fault['kind'], string>> = {
  division: 'an expression divides by zero',
  overflow: 'a number passes what 64 bits hold',
  kinds: 'there are more kinds of work-groups than the model tells apart',
};

/** A fault in words, for one configuration. */
export const faultWords = ({ kind }: Fault): string => `Here ${FAULTS[kind]}`;

/** No proof without this configuration's time: it might be the best. */
export function faultResult({ kind, values }: Fault): TuningResult {
  const what = FAULTS[kind];
  const hasValues = Object.keys(values).length > 0;
  const where = hasValues ? `at ${showConfiguration(values)}` : 'before any parameter is chosen';
  return {
    status: 'invalid',
    optima: [],
    reason: `Nothing can be proved: ${where} ${what}. Leave the configuration out by a constraint (#pragma tuner require).`,
  };
}
