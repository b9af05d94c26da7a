import { compareTicks } from '../src/base/ticks.ts';
import { Cancelled, Failure } from '../src/base/failure.ts';
import type { Terms } from '../src/checker/index.ts';
import type {
  ConfigurationResult,
  Emit,
  Finish,
  Interval,
  SearchRun,
  Trail,
  TuningResult,
} from '../src/tuning/index.ts';

/** A tuning's answer and all that was told on the way. */
export interface Tuned {
  readonly result: TuningResult;
  readonly runs: readonly SearchRun[];
  readonly configurations: readonly ConfigurationResult[];
  /** Its worker ended, so that there is no answer. */
  readonly isBroken: boolean;
}

/** Performs a tuning. One that is stopped, or whose worker ends, leaves what was known.
 * @param why it was cancelled, in a sentence.
 * @throws what is the model's or a tool's fault. */
export async function tuned(
  work: (emit: Emit) => Promise<TuningResult>,
  terms: Terms,
  why: () => string,
  hear: Emit,
): Promise<Tuned> {
  const runs: SearchRun[] = [];
  const configurations: ConfigurationResult[] = [];
  let best: { readonly finish: Finish; readonly trail?: Trail | undefined } | undefined;
  const intervals: Interval[] = [];
  const see: Emit = (told) => {
    // The strategies' own costs: a maximum's are negative.
    if (told.type === 'best') best = told;
    else if (told.type === 'interval') intervals.push(told);
    const event = terms.event(told);
    if (event.type === 'run') runs.push(event.run);
    else if (event.type === 'configurations') configurations.push(...event.results);
    hear(event);
  };
  const known = (status: TuningResult['status'], reason?: string): TuningResult =>
    terms.result({
      status,
      optima: best ? [best.finish.values] : [],
      ...(best && { minTime: best.finish.time, trail: best.trail }),
      reason: [reason, provedIn(intervals, terms)].filter((each) => each !== undefined).join(' '),
    });
  try {
    const result = terms.result(await work(see));
    if (result.status !== 'cancelled') return { result, runs, configurations, isBroken: false };
    const reason = [why(), result.reason].join(' ').trim();
    return { result: { ...result, reason }, runs, configurations, isBroken: false };
  } catch (error) {
    if (error instanceof Cancelled)
      return { result: known('cancelled', why()), runs, configurations, isBroken: false };
    if (!(error instanceof Failure) || error.place !== 'worker') throw error;
    const status = /memory/i.test(error.message) ? 'out-of-memory' : 'bounded';
    const result = known(status, `${error.message.replace(/\.$/, '')}.`);
    return { result, runs, configurations, isBroken: true };
  }
}

/** The refuted bound in a sentence; the first interval has nothing below it. */
function provedIn(intervals: readonly Interval[], { none }: Terms): string | undefined {
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (!first || !last || compareTicks(first.low, last.low) >= 0) return undefined;
  return `${none(last.low)}.`;
}
